package sweep_test

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// The heuristic width is that of what the function space sees: multiples of it
// lay the grid out by the same number.
func TestHeuristicWidthOfClippedInputs(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	p := sweeptest.Plan(t, set, sweep.Spec{Clip: "quantile:0.4", Split: split.Options{Folds: 1, Seed: 1}}.With("sigma", "rel:1", "m", "10", "readout", "none"))
	at := p.Entries[0].Point
	got, err := sweep.HeuristicWidth(set, at)
	if err != nil || math.Abs(got-kernel.Sigma.X(at)) > 1e-3*got {
		t.Errorf("σ₀ is %g, the sweep was laid out by %g, error %v", got, kernel.Sigma.X(at), err)
	}
	plain := at
	plain.Clip = ""
	if far, err := sweep.HeuristicWidth(set, plain); err != nil || far < 1.5*got || sweep.Seen(plain) == sweep.Seen(at) {
		t.Errorf("σ₀ is %g without clipping and %g with it, error %v", far, got, err)
	}
}
