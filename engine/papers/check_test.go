package papers

import (
	"math"
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
				}
				if (v.Missing == "" || v.Claims != nil) && v.Here == "" || v.Missing != "" && v.Outcome() == Holds || strings.Contains(v.Here, "NaN") {
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

// Without one value of an axis the claims are judged that do not need it, with the margins
// that they have with it.
func TestChecksJudgeWhatDoesNotNeedAValue(t *testing.T) {
	for _, c := range []struct {
		name, without string
		claims        int
		missing       string
	}{
		{"ma-4.1", "degree=3", 6, ""}, // of 8, less that of degree 3 and its step
		{"ma-4.1", "kernel=gaussian", 7, "kernel=gaussian"},
		{"ma-4.2", "kernel=poly", 2, "degree 16"},
		{"ma-4.3", "m=20", 0, "m=20"},
		{"ma-4.3", "m=100", 2, ""},
		{"bohmer-1b", "lambda=0", 0, "lambda=0"},
		{"bohmer-2", "select=mp-kpca", 3, "select=mp-kpca"},
		{"bohmer-3", "readout=logistic", 10, "readout=logistic"},
		{"weghenkel-4.1", "method=foreca", 5, "method=foreca"},
		{"weghenkel-4.2-bar", "method=pfa", 1, "method=pfa"},
		{"escalante-6.2", "graph=serial", 10, "graph=serial"},
		{"hammer-4", "readout=lda", 1, "accuracy with readout=lda"},
		{"hammer-5.1", "readout=lasso", 1, "readout=lasso"},
		{"hammer-6", "readout=svm", 2, "readout=svm"},
		{"hammer-7.3", "kernel=gak", 4, "kernel=gak"},
	} {
		x, _ := Named(c.name)
		rows := constructed(t, x, claims(x.Name).holds)
		all := map[string]Claim{}
		for _, claim := range x.Check(rows).Claims {
			all[claim.What] = claim
		}
		v := x.Check(slices.DeleteFunc(slices.Clone(rows), func(r choose.Row) bool { return matches(r.Config, c.without) }))
		if len(v.Claims) != c.claims || !strings.Contains(v.Missing, c.missing) || c.missing == "" && v.Missing != "" {
			t.Errorf("%s without %s: %d claims of %d, missing %q", c.name, c.without, len(v.Claims), len(all), v.Missing)
		}
		for _, claim := range v.Claims {
			if want, ok := all[claim.What]; ok && math.Abs(claim.Margin-want.Margin) > 1e-9 {
				t.Errorf("%s without %s: %s, want %s", c.name, c.without, claim, want)
			}
		}
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
