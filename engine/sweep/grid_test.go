package sweep_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/samples"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// The heuristic width is that of what the function space sees: multiples of it
// lay the grid out by the same number.
func TestHeuristicWidthOfClippedInputs(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("clip", "quantile:0.4", "sigma", "rel:1", "m", "10", "readout", "none"))
	at := p.Entries[0].Point
	got, err := sweep.HeuristicWidth(set, at)
	if err != nil || math.Abs(got-kernel.Sigma.X(at)) > 1e-3*got {
		t.Errorf("σ₀ is %g, the sweep was laid out by %g, error %v", got, kernel.Sigma.X(at), err)
	}
	plain := at
	samples.Clip.Set(&plain, "")
	if far, err := sweep.HeuristicWidth(set, plain); err != nil || far < 1.5*got || sweep.Seen(plain) == sweep.Seen(at) {
		t.Errorf("σ₀ is %g without clipping and %g with it, error %v", far, got, err)
	}
}

// All folds share a grid: multiples are of the median over the folds of the width of their
// training parts.
func TestWidthsAreOfTrainingParts(t *testing.T) {
	set := sweeptest.Trials(6, 2, 40)
	for i := range set.X.RawMatrix().Rows / 6 { // the first group is far from the others
		for j := range set.X.RawRowView(i) {
			set.X.RawRowView(i)[j] *= 20
		}
	}
	for folds := 1; folds <= 4; folds++ {
		s := sweep.Spec{Split: split.Options{Folds: folds, Seed: 1}}.With("sigma", "rel:1", "m", "10", "readout", "none")
		p := sweeptest.Plan(t, set, s)
		var each []float64
		for _, j := range p.Jobs {
			train, err := samples.Gather(t.Context(), set, j.Fold.Train)
			if err != nil {
				t.Fatal(err)
			}
			each = append(each, kernel.HeuristicWidth(train.X))
		}
		slices.Sort(each)
		want := (each[(folds-1)/2] + each[folds/2]) / 2
		got, err := sweep.HeuristicWidth(set, p.Entries[0].Point)
		if len(each) != folds || err != nil || got != want {
			t.Errorf("%d folds: σ₀ is %g, error %v, of the training parts %v", folds, got, err, each)
		}
		for _, e := range p.Entries {
			if math.Abs(kernel.Sigma.X(e.Point)-want) > 1e-3*want {
				t.Errorf("%d folds: rel:1 is %g, not %g", folds, kernel.Sigma.X(e.Point), want)
			}
		}
	}
}
