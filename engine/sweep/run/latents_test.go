package run

import (
	"fmt"
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// Over full periods of x₁ = sin t + cos⁴ 11t and x₂ = cos 11t, sin t has the variance 1/2 and
// cos⁴ 11t the variance 35/128 − 9/64 = 17/128; both and x₂ are uncorrelated. The linear
// function most like sin t is x₁, with a correlation of √((1/2)/(1/2 + 17/128)) = 8/9.
func TestLinearFunctionsOfTheInputsAreComparedWithLatents(t *testing.T) {
	const periods, length = 6, 100
	set := &data.Set{Name: "waves", Inputs: []string{"x1", "x2"}, X: mat.NewDense(periods*length, 2, nil), Latent: mat.NewDense(periods*length, 1, nil)}
	for i := range periods * length {
		at := 2 * math.Pi * float64(i) / length
		set.Latent.Set(i, 0, math.Sin(at))
		set.X.SetRow(i, []float64{math.Sin(at) + math.Pow(math.Cos(11*at), 4), math.Cos(11 * at)})
	}
	for k := range periods {
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint(k), Start: k * length, End: (k + 1) * length})
	}
	spec := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("space", "poly", "degree", "4", "lambda", "0", "p", "2", "readout", "none", "front", "none,pca:1")
	for _, r := range runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{}).results {
		l := r.Latent
		if l == nil || len(l.LinearTrain) != 1 || len(l.LinearTest) != 1 {
			t.Fatalf("%s: %+v, error %q", r.Point.Label(), l, r.Error)
		}
		for _, c := range []float64{float64(l.LinearTrain[0]), float64(l.LinearTest[0])} {
			if math.Abs(c-8./9) > 1e-12 {
				t.Errorf("%s: a correlation of %v, want 8/9", r.Point.Label(), c)
			}
		}
	}
}
