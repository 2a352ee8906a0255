package explain_test

import (
	"math"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/explain"
	"example.com/sfatui/engine/sweep/run"
)

// What is predicted again is what a result was measured by, and a readout that does not say
// how sure it is has nothing to show.
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
		p, err := explain.Predictions(t.Context(), set, set.Hash(), res.Point)
		if res.Point.Text("readout") == "linear" {
			if err == nil {
				t.Error("least squares do not say how sure they are")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, want := measure.NLPD(p.Mean, p.SD, p.Target), float64(res.ReadoutInfo["nlpd"]); math.Abs(got-want) > 1e-12 {
			t.Errorf("nlpd %g, measured %g", got, want)
		}
		if got, want := measure.RMSE(p.Mean, p.Target), float64(*res.RMSE); math.Abs(got-want) > 1e-12 {
			t.Errorf("rmse %g, measured %g", got, want)
		}
	}
}
