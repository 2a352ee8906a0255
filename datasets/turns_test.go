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

// Where the segment column repeats its values in several groups, segments are those of both, as in
// a file that joins the two columns into one. A group may change while the segment's text stays.
func TestSegmentsOfTwoKeys(t *testing.T) {
	const people, sessions, moments = 3, 4, 12
	type place struct{ p, s, m int }
	var sorted, turns []place
	for p := range people {
		for s := range sessions {
			for m := range moments {
				sorted = append(sorted, place{p, (s + sessions - p) % sessions, m}) // one begins with the last session before it
			}
		}
	}
	for m := range moments {
		for p := range people {
			for s := range sessions {
				turns = append(turns, place{p, (s + sessions - p) % sessions, m})
			}
		}
	}
	text := func(places []place, key func(p, s int) string) string {
		b := strings.Builder{}
		for _, at := range places {
			value := fmt.Sprint(at.m*at.m%7 + 10*at.p + at.s)
			if at.m == 5 && at.s == 1 {
				value = ""
			}
			fmt.Fprintf(&b, "%d,%s,%s,%d\n", at.m, key(at.p, at.s), value, at.m)
		}
		return b.String()
	}
	for name, places := range map[string][]place{"sorted": sorted, "turns": turns} {
		o := Options{Segment: "session", Group: "who", Clock: "t", Missing: "split"}
		o.Paths = []string{write(t, "p.csv", "t,who,session,a,b\n"+text(places, func(p, s int) string { return fmt.Sprintf("w%d,%d", p, s) }))}
		got := mustOpen(t, o)
		o.Paths = []string{write(t, "p.csv", "t,who,session,a,b\n"+text(places, func(p, s int) string { return fmt.Sprintf("w%d,w%d:%d", p, p, s) }))}
		want := mustOpen(t, o)
		if !hasNote(got, "the values of session recur in several groups: a segment has one who and one session") || hasNote(want, "recur") {
			t.Errorf("%s: notes %q", name, got.Notes)
		}
		if len(want.Segments) != people*(sessions+1) || !mat.Equal(got.X, want.X) {
			t.Errorf("%s: %v, not %v", name, got.Segments, want.Segments)
		}
		for i := range want.Segments {
			if got.Segments[i] != want.Segments[i] {
				t.Errorf("%s: segment %d is %+v, not %+v", name, i, got.Segments[i], want.Segments[i])
			}
		}
		o.Paths, o.Where = []string{write(t, "p.csv", "t,who,session,a,b\n"+text(places, func(p, s int) string { return fmt.Sprintf("w%d,%d", p, s) }))}, "session=2"
		if few := mustOpen(t, o); len(few.Segments) != people {
			t.Errorf("%s: session 2 is %v", name, few.Segments)
		}
	}
}

// So are those of arrays.
func TestSegmentsOfTwoKeysOfArrays(t *testing.T) {
	open := func(segment, group string) string {
		var x, s, g []float64
		for i := range segment {
			x, s, g = append(x, float64(i), float64(i*i)), append(s, float64(segment[i]-'0')), append(g, float64(group[i]-'0'))
		}
		n := len(segment)
		column := func(x []float64) sample.NPY {
			return sample.NPY{Descr: "<f8", Shape: fmt.Sprintf("(%d,)", n), Body: sample.Pack("<f8", x...)}
		}
		return write(t, "p.npz", sample.NPZ(t, zip.Store, map[string]sample.NPY{
			"X": {Descr: "<f8", Shape: fmt.Sprintf("(%d, 2)", n), Body: sample.Pack("<f8", x...)}, "segment": column(s), "group": column(g)}))
	}
	s := mustOpen(t, Options{Paths: []string{open("111222111222", "777777888888")}})
	if len(s.Segments) != 4 || s.Segments[3].Name != "8:2" || s.Segments[3].Group != "8" || s.Segments[3].End-s.Segments[3].Start != 3 {
		t.Errorf("%v", s.Segments)
	}
	s = mustOpen(t, Options{Paths: []string{open("121212121212", "778877887788")}, Clock: "x1"})
	if want := []float64{0, 16, 64, 1, 25, 81, 4, 36, 100, 9, 49, 121}; !slices.Equal(s.X.RawMatrix().Data, want) || len(s.Segments) != 4 {
		t.Errorf("%v in %v", s.X.RawMatrix().Data, s.Segments)
	}
}
