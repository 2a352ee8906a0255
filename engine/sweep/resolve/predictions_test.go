package resolve_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
)

// What is predicted again is what a result was measured by, with deviations where the readout
// says how sure it is.
func TestPredictionsAreThoseOfTheResult(t *testing.T) {
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{"regression"}, Limit: 300}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "graph", "serial", "lambda", "0", "p", "3", "readout", "gp,linear", "gp-length", "1", "noise", "0.3", "gp-signal", "1")
	done, err := run.All(t.Context(), set, spec)
	if err != nil || len(done) != 2 {
		t.Fatal(len(done), err)
	}
	for _, res := range done {
		p, err := resolve.Predictions(t.Context(), set, set.Hash(), res.Point)
		if err != nil {
			t.Fatal(err)
		}
		sure := res.Point.Text("readout") == "gp"
		if sure != (p.SD != nil) {
			t.Fatalf("%s: deviations %v", res.Point.Text("readout"), p.SD)
		}
		if sure {
			if got, want := measure.NLPD(p.Mean, p.SD, p.Target), float64(res.ReadoutInfo["nlpd"]); math.Abs(got-want) > 1e-12 {
				t.Errorf("nlpd %g, measured %g", got, want)
			}
		}
		if got, want := measure.RMSE(p.Mean, p.Target), float64(*res.RMSE); math.Abs(got-want) > 1e-12 {
			t.Errorf("rmse %g, measured %g", got, want)
		}
	}
}

// Equal targets stay in the order of their samples.
func TestSortedPredictions(t *testing.T) {
	p := &resolve.Predicted{Mean: []float64{1, 2, 3, 4}, Target: []float64{7, 5, 7, 6}, SD: []float64{10, 20, 30, 40}, Rows: []int{8, 9, 11, 12}}
	s := p.Sorted()
	if !slices.Equal(s.Target, []float64{5, 6, 7, 7}) || !slices.Equal(s.Mean, []float64{2, 4, 1, 3}) || !slices.Equal(s.SD, []float64{20, 40, 10, 30}) || !slices.Equal(s.Rows, []int{9, 12, 8, 11}) {
		t.Errorf("%+v", s)
	}
	p.SD = nil
	if s := p.Sorted(); s.SD != nil || p.Target[0] != 7 {
		t.Errorf("%+v of %+v", s, p)
	}
}
