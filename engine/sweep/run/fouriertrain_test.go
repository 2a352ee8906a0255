package run

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// The Fourier match is taken on each part by itself: of an input that is cos πu in training
// and cos 2πu on test, u from 0 to 1.
func TestFourierMatchOfEachPart(t *testing.T) {
	const n = 40
	set := &data.Set{Name: "waves", Inputs: []string{"x"}, X: mat.NewDense(2*n, 1, nil), Latent: mat.NewDense(2*n, 1, nil),
		Segments: []data.Segment{{Name: "0", End: n}, {Name: "1", Start: n, End: 2 * n, Held: true}}}
	for i := range n {
		u := float64(i) / (n - 1)
		for half, k := range []float64{1, 2} {
			set.Latent.Set(half*n+i, 0, u)
			set.X.Set(half*n+i, 0, math.Cos(math.Pi*k*u))
		}
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "1", "readout", "none")
	for _, r := range measured(t, set, s) {
		for k, of := range map[int][]result.Harmonic{1: r.FourierTrain, 2: r.Fourier} {
			if len(of) != 1 || len(of[0].Wave) != 1 || of[0].Wave[0] != k || math.Abs(math.Abs(float64(of[0].Corr))-1) > 1e-12 {
				t.Errorf("a feature like cos %dπu has the match %+v", k, of)
			}
		}
	}
}
