package sessions

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/sessions/record"
)

// TestLines returns the lines on test results of the best row: the results of unsealed test
// parts, the permutation test, and [choose.By.TestLines]. Nothing is chosen by these. words
// converts a label to the data's own nouns.
func TestLines(st record.State, by choose.By, rows []choose.Row, best int, words func(string) string) []string {
	n, ok := by.Nested(rows, best)
	if !ok {
		return by.TestLines(rows, best, words)
	}
	var out []string
	if p, ok := st.PermutedOf(n.Keys); ok {
		out = append(out, message.Clean(p.String()))
	}
	if !measure.Sealed.On(rows[best].Config) {
		return append(out, by.TestLines(rows, best, words)...)
	}
	seen, ok := withTestResults(st, by, rows, best)
	if !ok {
		out = append(out, "test is sealed: nothing is measured on it until sfatui unseal measures the chosen points")
	} else {
		out = append(out, by.EstimateLines(seen, best, words)...)
	}
	if text := st.UnsealedText(); text != "" {
		out = append(out, message.Clean(text))
	}
	return out
}

// withTestResults returns the rows with the results of their unsealed test parts. It
// reports false unless the test parts of this choice were unsealed.
func withTestResults(st record.State, by choose.By, rows []choose.Row, best int) ([]choose.Row, bool) {
	n, ok := by.Nested(rows, best)
	if !ok || !slices.ContainsFunc(st.Unsealed, func(u record.Unsealed) bool { return slices.Equal(u.Nested, n.Keys) }) {
		return nil, false
	}
	out := slices.Clone(rows)
	for i := range out {
		out[i] = choose.Summarize(st.WithTest(rows[i].Results))[0]
	}
	return out, true
}

// Nested returns the nested estimate of the choice for new data, according to a state of the
// session. It reports false if there is none or the test parts of the choice are still
// sealed.
func Nested(st record.State, rows []choose.Row, c choose.Choice) (choose.Nested, bool) {
	if c.Best < 0 {
		return choose.Nested{}, false
	}
	if measure.Sealed.On(rows[c.Best].Config) {
		seen, ok := withTestResults(st, c.By, rows, c.Best)
		if !ok {
			return choose.Nested{}, false
		}
		rows = seen
	}
	return c.By.Nested(rows, c.Best)
}

// ShownText returns a sentence on how many points showed test results before the choice was
// final, or "" if none did.
func ShownText(rows []choose.Row) string {
	shown := 0
	for i := range rows {
		if r := &rows[i]; r.Measured() && !measure.Sealed.On(r.Config) {
			shown++
		}
	}
	if shown == 0 {
		return ""
	}
	return fmt.Sprintf("test results of %s were visible before the choice was final (--seal-test hides them)", message.Counted(shown, "point"))
}
