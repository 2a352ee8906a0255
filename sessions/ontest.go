package sessions

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/sessions/record"
)

// TestLines are what test says of the choice of a row, which nothing chooses by: what was
// seen of sealed test parts, the permutation test, and [choose.By.TestLines]. Words says a
// label as the data have it.
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
	seen, ok := seenOf(st, by, rows, best)
	if !ok {
		out = append(out, "test is sealed: nothing is measured on it until sfatui unseal does so of what is chosen")
	} else {
		out = append(out, by.EstimateLines(seen, best, words)...)
	}
	if text := st.UnsealedText(); text != "" {
		out = append(out, message.Clean(text))
	}
	return out
}

// seenOf are the rows with what was seen of sealed test parts; false where that is not of
// this choice.
func seenOf(st record.State, by choose.By, rows []choose.Row, best int) ([]choose.Row, bool) {
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

// Nested is the estimate for new data of the choice among the session's points; false where
// nothing tells, and where test is sealed.
func (s *Session) Nested(rows []choose.Row, c choose.Choice) (choose.Nested, bool) {
	if c.Best < 0 {
		return choose.Nested{}, false
	}
	if measure.Sealed.On(rows[c.Best].Config) {
		seen, ok := seenOf(s.State(), c.By, rows, c.Best)
		if !ok {
			return choose.Nested{}, false
		}
		rows = seen
	}
	return c.By.Nested(rows, c.Best)
}

// TestLines are those of the choice among the session's points; see [TestLines].
func (s *Session) TestLines(rows []choose.Row, c choose.Choice) []string {
	return TestLines(s.State(), c.By, rows, c.Best, s.Header.Data.InWords)
}

// ShownText says of how many points the results on test were there to see before the choice
// was final; "" for a session whose test parts are sealed.
func (s *Session) ShownText(rows []choose.Row) string {
	shown := 0
	for i := range rows {
		if r := &rows[i]; r.Measured() && !measure.Sealed.On(r.Config) {
			shown++
		}
	}
	if shown == 0 {
		return ""
	}
	return fmt.Sprintf("test results of %s were there to see before the choice was final (--seal-test keeps them from that)", message.Counted(shown, "point"))
}
