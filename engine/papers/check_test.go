package papers

import (
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
)

// A finding holds for results that say so, and not for results that do not.
func TestChecksJudge(t *testing.T) {
	for _, x := range tried() {
		claim := claims(x.Name)
		if claim.holds == nil || claim.spoils == nil {
			t.Errorf("%s: nothing to judge", x.Name)
			continue
		}
		v := x.Check(constructed(t, x, claim.holds))
		if v.Outcome() != Holds || v.Missing != "" || v.Here == "" {
			t.Errorf("%s: %s, %q", x.Name, v.Line(""), v.Missing)
		}
		for i, row := range v.Table {
			if len(row) != len(v.Table[0]) {
				t.Errorf("%s: row %d of the table has %d cells under %d heads", x.Name, i, len(row), len(v.Table[0]))
			}
		}
		if strings.Contains(v.Here, "%!") || strings.Contains(v.Here, "NaN") {
			t.Errorf("%s: %s", x.Name, v.Here)
		}
		for name, spoil := range claim.spoils {
			if v := x.Check(constructed(t, x, claim.holds, spoil)); v.Outcome() == Holds || v.Missing != "" {
				t.Errorf("%s holds in spite of: %s. %q %v", x.Name, name, v.Missing, v.Claims)
			}
		}
	}
}

// What there is nothing of is said, whatever is missing.
func TestChecksMiss(t *testing.T) {
	fails := func(r *result.Result) { r.Error = "broken" }
	blank := func(*result.Result) {}
	for _, x := range tried() {
		for name, rows := range map[string][]choose.Row{
			"no rows":          nil,
			"all failed":       constructed(t, x, claims(x.Name).holds, fails),
			"nothing measured": constructed(t, x, blank),
		} {
			if v := x.Check(rows); v.Missing == "" || v.Claims != nil || v.Here != "" {
				t.Errorf("%s of %s: %+v", name, x.Name, v)
			}
		}
	}
}

// Rows may be any: a check judges what is left or says what is missing,
// whichever values of an axis there are none of.
func TestChecksTakeAnyRows(t *testing.T) {
	for _, x := range tried() {
		rows := constructed(t, x, claims(x.Name).holds)
		missing := 0
		for _, axis := range choose.Varying(rows) {
			dropped := map[string]bool{}
			for _, r := range rows {
				value := r.Config.Text(axis)
				if dropped[value] {
					continue
				}
				dropped[value] = true
				v := x.Check(slices.DeleteFunc(slices.Clone(rows), func(r choose.Row) bool { return r.Config.Text(axis) == value }))
				if v.Missing != "" {
					missing++
				} else if v.Here == "" {
					t.Errorf("%s without %s=%s: %+v", x.Name, axis, value, v)
				}
			}
		}
		if missing == 0 {
			t.Errorf("%s: nothing is needed", x.Name)
		}
		x.Check(rows[:1])
		x.Check(rows[:len(rows)/2])
	}
}

// A fold that failed leaves the others to judge by.
func TestChecksTakeFailedFolds(t *testing.T) {
	fails := func(r *result.Result) {
		if r.Point.Fold == 1 {
			r.Error = "broken"
		}
	}
	for _, x := range tried() {
		if v := x.Check(constructed(t, x, claims(x.Name).holds, fails)); v.Missing != "" {
			t.Errorf("%s: %+v", x.Name, v)
		}
	}
}
