package sfa_test

import (
	"context"
	"math"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

func TestH22WhereLambdaActs(t *testing.T) {
	if got := sfa.ActsFrom([]float64{.1, .4}, []float64{200, 50}); !scalar.EqualWithinRel(got, 5e-4, 1e-15) {
		t.Errorf("λ acts from %v", got)
	}
	nan := math.NaN()
	for _, c := range [][2][]float64{{nil, nil}, {{nan}, {1}}, {{1}, {0}}, {{1}, {nan}}} {
		if got := sfa.ActsFrom(c[0], c[1]); !math.IsNaN(got) {
			t.Errorf("of %v and %v it is %v", c[0], c[1], got)
		}
	}
	if got := sfa.ActsFrom([]float64{nan, .4}, []float64{200, 50}); got != .4/50 {
		t.Errorf("beside a feature without a Δ λ acts from %v", got)
	}
}

// The objective of a solved problem is Δ + λ‖φ‖²: the norms of features at a small λ are
// what it rises by.
func TestNormsAreWhatLambdaWeighs(t *testing.T) {
	ctx := context.Background()
	x := sinCos(200)
	for name, s := range map[string]space.Space{"linear": linear(x), "kernel": kernelSpace(t, x)} {
		v := moments.NewValues(s, x, []int{200})
		m, err := moments.Stream(ctx, v)
		if err != nil {
			t.Fatal(err)
		}
		problem := sfa.Problem{C: m.C, Cdot: m.Cdot, Gram: s.Gram(s.Dim()), Centred: s.Centred()}
		w, err := sfa.Whiten(ctx, problem)
		if err != nil {
			t.Fatal(err)
		}
		const lambda = 1e-3
		f, err := w.Rotate(ctx, lambda, 2)
		if err != nil {
			t.Fatal(err)
		}
		for i, norm := range problem.Norms(f.A) {
			a := f.A.ColView(i)
			var ca mat.VecDense
			ca.MulVec(m.Cdot, a)
			if want := (f.Value[i] - mat.Dot(a, &ca)) / lambda; !scalar.EqualWithinRel(norm, want, 1e-8) {
				t.Errorf("%s: squared norm %v of feature %d, want %v", name, norm, i, want)
			}
		}
	}
}

func kernelSpace(t *testing.T, x *mat.Dense) space.Space {
	t.Helper()
	s, err := space.NewStable(context.Background(), kernel.Gaussian{Sigma: 1}, mat.DenseCopyOf(x.Slice(0, 12, 0, 2)), true)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
