package run

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// What is left out of a sweep of whole series can be computed, and lays out no points that
// cannot differ in what is scored.
func TestDefaultsOfSeries(t *testing.T) {
	set := sweeptest.Series(13, 12, 3)
	spec := func(texts ...string) sweep.Spec {
		return sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With(texts...)
	}
	plan := sweeptest.Plan(t, set, spec("kernel", "dtw-squares", "lambda", "1e-3", "readout", "centroid"))
	at := plan.Entries[0].Point
	if subset.Name.Of(at) != "all" || kernel.Indefinite.Of(at) != "clip" {
		t.Errorf("dtw-squares by %s, negative eigenvalues %q", subset.Name.Of(at), kernel.Indefinite.Of(at))
	}
	for _, res := range runAll(t, plan, sweep.RunOptions{}).results {
		if res.Error != "" {
			t.Error(res.Error)
		}
	}
	many := len(sweeptest.Plan(t, set, spec("readout", "neighbours")).Entries)
	for _, c := range []struct {
		texts []string
		want  int
	}{
		{[]string{"readout", "neighbours", "metric", "dtw"}, 1},
		{[]string{"readout", "neighbours", "metric", "dtw", "sigma", "rel:1,2"}, 2}, // as asked for
		{[]string{"readout", "neighbours", "metric", "dtw,euclid"}, 2 * many},
	} {
		if got := len(sweeptest.Plan(t, set, spec(c.texts...)).Entries); got != c.want {
			t.Errorf("%q: %d points, want %d", c.texts, got, c.want)
		}
	}
}

// A kernel with an origin far from the samples says so, in a note or in the error; one of
// differences has none, and standardised samples lie about it.
func TestSamplesFarFromTheOrigin(t *testing.T) {
	for _, c := range []struct {
		kernel, standardize string
		offset              float64
		said                bool
	}{
		{"poly", "off", 1e6, true}, {"poly", "off", 1e9, true}, {"arc-sine", "off", 1e9, true}, {"linear", "off", 1e6, true},
		{"poly", "off", 10, false}, {"gaussian", "off", 1e9, false}, {"poly", "on", 1e9, false},
	} {
		set := sweeptest.Trials(4, 2, 40)
		n, d := set.X.Dims()
		for i := range n {
			for j := range d {
				set.X.Set(i, j, set.X.At(i, j)+c.offset)
			}
		}
		s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("kernel", c.kernel, "degree", "2", "sigma", "1", "m", "20", "lambda", "0", "p", "2", "readout", "none", "standardize", c.standardize)
		for _, res := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
			said := strings.Contains(strings.Join(res.Notes, "; ")+res.Error, "standard deviations from 0, where the "+c.kernel+" kernel has its origin: --standardize")
			if said != c.said {
				t.Errorf("%s at %g: notes %q, error %q", c.kernel, c.offset, res.Notes, res.Error)
			}
		}
	}
}
