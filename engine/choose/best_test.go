package choose_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// sweptAtRandom returns a sweep of some 16 points on two folds of three inner splits.
// Values are coarse, so that there are ties.
func sweptAtRandom(rng *rand.Rand) []*result.Result {
	var out []*result.Result
	coarse := func() part.Float { return part.Float(rng.IntN(6)+1) / 8 }
	alarms := func() *result.Detection {
		return &result.Detection{Normal: 40, New: 10, FalseAlarms: coarse(), Detected: coarse()}
	}
	for fold := range 2 {
		for i := range 16 {
			p := part.Point{Frame: part.Frame{Fold: fold, Folds: 2}}.With(kernel.Sigma.Is(float64(i%2+1)), method.Lambda.Is(float64(i/2%2)), subset.M.Is(10*(i/4)+10), method.P.Is(2))
			parts := make([]result.ValidationPart, 3)
			for k := range parts {
				rmse, brier := coarse(), coarse()
				parts[k] = result.ValidationPart{Delta: []part.Float{coarse(), coarse()}, Accuracy: &result.Accuracy{Sample: coarse()}, RMSE: &rmse, Brier: &brier, Drift: coarse(), Detection: alarms()}
				if rng.IntN(40) == 0 {
					parts[k] = result.ValidationPart{Error: "singular"}
				}
			}
			r := parted(p, parts...)
			r.Variance.OK = rng.IntN(12) > 0
			r.NTrain, r.NTest, r.SegmentsTrain, r.SegmentsTest = 300, 100, 1, 1
			out = append(out, r)
		}
	}
	return out
}

// spoil replaces all that was measured on the test part by garbage.
func spoil(r *result.Result, rng *rand.Rand) {
	bad := func() part.Float {
		return part.Float([]float64{math.NaN(), math.Inf(-1), -1e9, rng.Float64(), 0}[rng.IntN(5)])
	}
	x, y := bad(), bad()
	r.Accuracy, r.RMSE, r.MAE = &result.Accuracy{Sample: bad(), Segment: bad()}, &x, &y
	r.Slowness.Test, r.Slowness.MeanTest, r.Slowness.EtaTest, r.Slowness.XiTest = []part.Float{bad(), bad()}, bad(), []part.Float{bad()}, []part.Float{bad()}
	r.Slowness.PredictabilityTest = &y
	r.Stretches = []result.Stretch{{N: rng.IntN(9), Delta: []part.Float{bad(), bad()}, RMSE: &x}}
	r.Confusion = &result.Confusion{Sample: [][]int{{rng.IntN(9)}}}
	r.Detection = &result.Detection{Normal: rng.IntN(9), New: rng.IntN(9), AUC: bad(), FalseAlarms: bad(), Detected: bad(), Delay: bad()}
	r.Fourier = []result.Harmonic{{R2: bad(), Corr: bad()}}
	r.Measures = map[string][]part.Float{"garbage": {bad()}}
}

// Scores on test change no choice, order, warning or advice by a bit.
func TestTestPartsPlayNoPartInTheChoice(t *testing.T) {
	advised := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		results := sweptAtRandom(rng)
		for _, objective := range []string{"slowness", "accuracy", "rmse", "balanced-error", "balanced-accuracy"} {
			by := choose.By{Objective: objective}
			said := func() string {
				rows := choose.InOrder(choose.Summarize(results))
				c := by.Choose(rows)
				m := by.Importance(rows, nil)
				advice := advise.Consider(advise.Sweep{Rows: rows, By: by})
				advised += len(advice)
				return fmt.Sprintf("%+v %q %v %v %+v %q %+v", c.Report(rows), c.Lines(), c.Marks(rows), by.Over(rows).Order(rows), m, m.Lines(), advice)
			}
			before := said()
			for _, r := range results {
				spoil(r, rng)
			}
			if after := said(); after != before {
				t.Fatalf("seed %d, %s: the choice was\n%s\nand with other test measures it is\n%s", seed, objective, before, after)
			}
		}
	}
	if advised == 0 {
		t.Error("there is no advice to compare")
	}
}

// The first in the order of a table is what is marked, in whatever order points arrive.
func TestTheChoiceComesFirst(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		results := sweptAtRandom(rng)
		for _, objective := range []string{"slowness", "accuracy", "rmse", "balanced-error"} {
			by := choose.By{Objective: objective}
			rows := choose.Summarize(results)
			c := by.Choose(rows)
			if order := by.Over(rows).Order(rows); order[0] != c.Best || !slices.Equal(by.Stars(rows), []int{c.Best}) {
				t.Fatalf("seed %d, %s: ★ %d, the first is %d", seed, objective, c.Best, order[0])
			}
			rng.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
			if other := by.Choose(choose.Summarize(results)); other.Row.Config != c.Row.Config || !slices.Equal(other.Lines(), c.Lines()) {
				t.Fatalf("seed %d, %s: in another order ★ is %s, not %s", seed, objective, other.Row.Config.Label(), c.Row.Config.Label())
			}
		}
	}
}

func TestNothingIsChosenWithoutValidation(t *testing.T) {
	r := parted(part.Point{}.With(method.P.Is(1)), slow(.1))
	r.Validation = nil
	rows := choose.Summarize([]*result.Result{r})
	if c := (choose.By{Objective: "slowness"}).Choose(rows); c.Best != -1 || c.Lines() != nil || c.Marks(rows) != nil {
		t.Errorf("★ %d: %q", c.Best, c.Lines())
	}
}
