package propose_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/propose"
)

// Columns that are nearly empty, such as the events of a logger, are left out together: by one
// proposal, and by one remedy of the error of the first.
func TestNearlyEmptyColumns(t *testing.T) {
	const rows = 400
	file := func(header string, cells func(i int) string) []string {
		lines := []string{header}
		for i := range rows {
			lines = append(lines, fmt.Sprintf("%.4f,%.4f,%s", math.Sin(float64(i)/9), math.Cos(float64(i)/5), cells(i)))
		}
		return lines
	}
	at := func(i, row int, text string) string {
		if i == row {
			return text
		}
		return ""
	}
	for name, c := range map[string]struct {
		lines, want []string
		remedy      string
	}{
		"words": {file("a,b,connected,stopped,end", func(i int) string {
			return at(i, 5, "Logged") + "," + at(i, 0, "Logged") + "," + at(i, rows-1, "Logged")
		}), []string{"! drop=connected drop=stopped drop=end"}, "connected stopped end"},
		"numbers": {file("a,b,one,two", func(i int) string { return at(i, 7, "1") + "," + at(i, 300, "2.5") }),
			[]string{"! drop=one drop=two"}, "one two"},
		"nothing at all": {file("a,b,one,two", func(i int) string { return "," + at(i, 300, "2.5") }), []string{"! drop=one drop=two"}, "one two"},
		"one of them": {file("a,b,one,half", func(i int) string { return at(i, 7, "1") + "," + at(i%5/2, 0, "3.5") }),
			[]string{"! drop=one", "! drop=half"}, "one"}, // of half, 160 cells are full
		"a tenth is full": {file("a,b,one,two", func(i int) string { return at(i%10, 3, "1.5") + "," + at(i%10, 4, "2.5") }),
			[]string{"! drop=one drop=two"}, "one two"},
		"more than a tenth is full": {file("a,b,one,two", func(i int) string { return at(i%9, 3, "1.5") + "," + at(i%9, 4, "2.5") }),
			[]string{"! drop=one", "! drop=two"}, "one"},
		"a label": {file("a,b,state,two,three", func(i int) string {
			return at(i%50, 0, []string{"rest", "run"}[i/50%2]) + "," + at(i, 5, "1") + "," + at(i, 6, "1")
		}), []string{"! label=state", "! drop=two drop=three"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			o := datasets.Options{Paths: []string{written(t, "t.csv", c.lines...)}}
			wantProposed(t, o, c.want...)
			_, failed := datasets.Open(t.Context(), o, nil)
			if failed == nil {
				t.Fatal("it opens")
			}
			s, err := datasets.Survey(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			var dropped []string
			for _, change := range propose.Mending(t.Context(), o, s, failed) {
				dropped = append(dropped, change.Value)
			}
			if c.remedy != "" && strings.Join(dropped, " ") != c.remedy {
				t.Errorf("%v is mended by leaving out %q, want %q", failed, dropped, c.remedy)
			}
			if k := takeAll(t, o); k.set == nil || !slices.Equal(k.set.Inputs, []string{"a", "b"}) {
				t.Errorf("with %v: %v", k.flags, errors.Join(err, failed))
			} else if n, _ := k.set.X.Dims(); n != rows {
				t.Errorf("with %v %d of %d rows", k.flags, n, rows)
			}
		})
	}
}
