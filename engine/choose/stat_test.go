package choose_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

func TestDrawsAreAveragedInsideFolds(t *testing.T) {
	var results []*result.Result
	for fold, draws := range [][]part.Float{{.2, .4}, {.5, .5}, {.7, .1}} { // means .3 .5 .4, variances .02 0 .18
		for draw, s := range draws {
			p := part.Point{Frame: part.Frame{Fold: fold, Folds: 3, Draw: draw}}.With(kernel.Sigma.Is(1))
			results = append(results, &result.Result{Point: p, Slowness: result.Slowness{MeanTest: s}})
		}
	}
	s := choose.Summarize(results)[0].Of(measure.TestSlowness)
	wantNear(t, "mean", s.Mean, .4, 1e-15)
	wantNear(t, "error over folds", s.SE, .1/math.Sqrt(3), 1e-15)
	wantNear(t, "spread of draws", s.Draws, math.Sqrt(.2/3), 1e-15)
	if s.N != 6 {
		t.Errorf("%d values", s.N)
	}
	if one := choose.Summarize(results[:2])[0].Of(measure.TestSlowness); !math.IsNaN(one.SE) {
		t.Errorf("one fold has an error of %g", one.SE)
	}
}
