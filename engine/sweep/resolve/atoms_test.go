package resolve_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/floats"
)

// The atoms of a point are those that its result was learnt with, in order of their use.
func TestAtomsOfPoints(t *testing.T) {
	ctx := context.Background()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 1}}.With("standardize", "on", "front", "ksvd:6:1,vq:4,none", "space", "linear", "p", "1", "lambda", "0", "readout", "none")
	results, err := run.All(ctx, set, spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		a, err := resolve.AtomsOf(ctx, set, set.Hash(), r.Point)
		if r.FrontInfo == nil {
			if err == nil || !strings.Contains(err.Error(), "has no front") {
				t.Errorf("%v: %v", r.Point, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		numbers := slices.Sorted(slices.Values(a.Number))
		if len(numbers) != r.FrontInfo.Atoms || numbers[0] != 1 || numbers[len(numbers)-1] != len(numbers) {
			t.Errorf("%v: atoms %v of %d", r.Point, a.Number, r.FrontInfo.Atoms)
		}
		if !slices.IsSortedFunc(a.Share, func(x, y float64) int { return int(1e9 * (y - x)) }) || a.Of != r.NTrain {
			t.Errorf("%v: shares %v of %d", r.Point, a.Share, a.Of)
		}
		if sum := floats.Sum(a.Share); sum > float64(r.FrontInfo.NonZeros)+1e-9 {
			t.Errorf("%v: %g entries in each code, the result has %v", r.Point, sum, r.FrontInfo.NonZeros)
		}
		if p := a.Scaled(0); len(p) != 1 || len(p[0]) != set.Channels() || floats.Max(p[0]) > 1 {
			t.Errorf("%v: the picture is %v", r.Point, p)
		}
	}
}
