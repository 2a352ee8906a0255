package survey_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/survey"
)

// tableOf surveys rows of cells: numbers, texts, and missing cells as nil.
func tableOf(names string, rows [][]any) *survey.Survey {
	s := &survey.Survey{}
	s.Begin(strings.Fields(names))
	addRows(s, rows)
	return s
}

func addRows(s *survey.Survey, rows [][]any) {
	for _, row := range rows {
		s.Row()
		for i, cell := range row {
			switch x := cell.(type) {
			case nil:
				s.Column(i).AddMissing()
			case string:
				s.Column(i).AddText(s.Rows-1, x)
			case float64:
				s.Column(i).AddNumber(s.Rows-1, x, func() string { return fmt.Sprint(x) })
			}
		}
	}
}

// copiesOf returns the names of equal columns, a line for each set.
func copiesOf(s *survey.Survey) string {
	var sets []string
	for _, set := range s.Copies() {
		var names []string
		for _, c := range set {
			names = append(names, c.Name)
		}
		sets = append(sets, strings.Join(names, "="))
	}
	slices.Sort(sets)
	return strings.Join(sets, " ")
}

// Columns are copies if the cells of each row are equal: numbers, texts and missing cells.
func TestCopies(t *testing.T) {
	for name, c := range map[string]struct {
		names string
		rows  [][]any
		want  string
	}{
		"none":                {"a b", [][]any{{1., 1.}, {2., 3.}}, ""},
		"two of three":        {"a b c", [][]any{{1., 1., 1.}, {2., 3., 2.}}, "a=c"},
		"two pairs":           {"a b c d", [][]any{{1., 1., 1., 1.}, {1., 2., 1., 2.}, {4., 4., 4., 4.}}, "a=c b=d"},
		"the last row":        {"a b", [][]any{{1., 1.}, {2., 2.}, {3., 4.}}, ""},
		"equal again":         {"a b", [][]any{{1., 2.}, {3., 3.}, {4., 4.}}, ""},
		"constant":            {"a b", [][]any{{1., 1.}, {1., 1.}}, ""},
		"text alone":          {"a b", [][]any{{"x", "x"}, {"y", "y"}}, ""},
		"the same is missing": {"a b", [][]any{{1., 1.}, {nil, nil}, {3., 3.}}, "a=b"},
		"one is missing":      {"a b", [][]any{{1., 1.}, {2., nil}, {3., 3.}}, ""},
		"a word":              {"a b", [][]any{{1., 1.}, {"off", "off"}, {3., 3.}}, "a=b"},
		"other words":         {"a b", [][]any{{1., 1.}, {"off", "on"}, {3., 3.}}, ""},
		"a word for a number": {"a b", [][]any{{1., 1.}, {2., "2"}, {3., 3.}}, ""},
		"no column":           {"", nil, ""},
	} {
		if got := copiesOf(tableOf(c.names, c.rows)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// In files with other columns only the columns of the first file are compared, by all rows.
func TestCopiesOfFiles(t *testing.T) {
	s := tableOf("a b c", [][]any{{1., 1., 1.}, {2., 2., 2.}})
	s.Begin([]string{"c", "a", "b"})
	addRows(s, [][]any{{3., 4., 4.}})
	if got := copiesOf(s); got != "a=b" {
		t.Errorf("%q", got)
	}
}

// Random tables of few values have the copies that a comparison of all pairs finds.
func TestCopiesOfAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		rows := make([][]any, 1+r.IntN(5))
		for i := range rows {
			for range 12 {
				rows[i] = append(rows[i], []any{0., 1., nil, "x"}[r.IntN(4)])
			}
		}
		want := map[string]bool{}
		for a := range 12 {
			number := map[any]bool{}
			for _, row := range rows {
				if x, ok := row[a].(float64); ok {
					number[x] = true
				}
			}
			for b := range a {
				if len(number) > 1 && !slices.ContainsFunc(rows, func(row []any) bool { return row[a] != row[b] }) {
					want[fmt.Sprint(b, a)] = true
				}
			}
		}
		got := map[string]bool{}
		for _, set := range tableOf("0 1 2 3 4 5 6 7 8 9 10 11", rows).Copies() {
			for i, c := range set {
				for _, d := range set[:i] {
					got[d.Name+" "+c.Name] = true
				}
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%v: %v, want %v", rows, got, want)
		}
	}
}
