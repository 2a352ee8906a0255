package datasets

import (
	"archive/zip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/internal/sample"
	"gonum.org/v1/gonum/mat"
)

// A panel whose rows list all units at each moment is read as the same rows sorted by unit are,
// with what is said of single rows: labels, groups, targets, weights, numbers that are missing,
// moments that a unit lacks and a leap of the time.
func TestPanelsInTurns(t *testing.T) {
	const units, moments = 5, 30
	row := func(u, m int) string {
		at, value := m, fmt.Sprint(m*m%11+u)
		switch {
		case m >= 20:
			at += 100 // a leap
		case u == 2 && m == 9 || u == 4 && m == 0:
			value = ""
		case u == 3 && m == 4:
			return "" // the unit is not there
		}
		return fmt.Sprintf("%d,u%d,g%d,%s,%d,%s,%d,%d\n", at, 9-u, u/2, value, m*u, []string{"x", "y"}[(m/7+u)%2], m-u, 1+m%3)
	}
	const head = "when,unit,group,a,b,state,aim,weight\n"
	var turns, sorted strings.Builder
	turns.WriteString(head)
	sorted.WriteString(head)
	for m := range moments {
		for u := range units {
			turns.WriteString(row(u, m))
		}
	}
	for u := range units {
		for m := range moments {
			sorted.WriteString(row(u, m))
		}
	}
	o := Options{Segment: "unit", Group: "group", Label: "state", Target: "aim", Importance: "weight", Clock: "when", Missing: "split"}
	o.Paths = []string{write(t, "p.csv", sorted.String())}
	want := mustOpen(t, o)
	o.Paths = []string{write(t, "p.csv", turns.String())}
	got := mustOpen(t, o)
	if !hasNote(got, "the interleaved rows of 5 segments are gathered by unit") || hasNote(want, "gathered") {
		t.Errorf("notes %q", got.Notes)
	}
	if len(want.Segments) != 2*units+2 { // two pieces of each, and one more where a number or a row is missing
		t.Errorf("%d segments", len(want.Segments))
	}
	if !mat.Equal(got.X, want.X) || !slices.Equal(got.Label, want.Label) || !slices.Equal(got.Target, want.Target) || !slices.Equal(got.Importance, want.Importance) {
		t.Errorf("the samples differ: %v, not %v", mat.Formatted(got.X.T()), mat.Formatted(want.X.T()))
	}
	for i := range want.Segments { // series are numbered in the order in which they are cut
		a, b := got.Segments[i], want.Segments[i]
		if a.Series, b.Series = 0, 0; a != b {
			t.Errorf("segment %d is %+v, not %+v", i, a, b)
		}
	}
	o.Clock, o.Drop = "", []string{"when"}
	failure(t, o, false, `segment "u9" continues here but ended on line 2`, "name the column of their times with --clock")
}

// So is one in arrays. Long stretches of a segment that goes on later are no turns.
func TestPanelsInTurnsOfArrays(t *testing.T) {
	panel := func(text string) string {
		var x, unit []float64
		for i := range text {
			x, unit = append(x, float64(i), float64(i*i)), append(unit, float64(text[i]-'0'))
		}
		return write(t, "p.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
			"X":       {Descr: "<f8", Shape: fmt.Sprintf("(%d, 2)", len(text)), Body: sample.Pack("<f8", x...)},
			"segment": {Descr: "<f8", Shape: fmt.Sprintf("(%d,)", len(text)), Body: sample.Pack("<f8", unit...)},
		}))
	}
	s := mustOpen(t, Options{Paths: []string{panel("312312312")}, Clock: "x1"})
	if want := []float64{0, 9, 36, 1, 16, 49, 4, 25, 64}; !slices.Equal(s.X.RawMatrix().Data, want) || len(s.Segments) != 3 || s.Segments[0].Name != "3" {
		t.Errorf("%v in %v", s.X.RawMatrix().Data, s.Segments)
	}
	failure(t, Options{Paths: []string{panel("333111333")}, Clock: "x1"}, false, `segment "3" continues here`)
}
