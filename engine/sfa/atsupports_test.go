package sfa

import (
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/pencil"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// Solved for from the samples alone, features are those of their moments.
func TestAtSupports(t *testing.T) {
	const m = extremesOrder + 150
	linalgtest.SkipLarge(t, m)
	lengths := []int{m / 3, 1, m + 1 - 1 - m/3}
	rng := rand.New(rand.NewPCG(3, 5))
	l := mat.NewDense(m, m, nil)
	for i := range m {
		for j := range i {
			l.Set(i, j, 0.02*rng.NormFloat64())
		}
		l.Set(i, i, 0.4+rng.Float64())
	}
	c, cdot := mat.NewSymDense(m, nil), mat.NewSymDense(m, nil)
	y, steps, mean := mat.NewDense(m+1, m, nil), mat.NewDense(m, m, nil), mat.NewVecDense(m, nil)
	y.Slice(1, m+1, 0, m).(*mat.Dense).Copy(l)
	steps.Sub(y.Slice(1, m+1, 0, m), y.Slice(0, m, 0, m))
	clear(steps.RawRowView(lengths[0] - 1))
	clear(steps.RawRowView(lengths[0]))
	dense.SyrkAdd(c, 1/float64(m+1), y)
	dense.SyrkAdd(cdot, 1/float64(m-2), steps)
	for i := range m + 1 {
		mean.AddScaledVec(mean, 1/float64(m+1), y.RowView(i))
	}
	c.SymRankOne(c, -1, mean)

	samples, err := pencil.NewTriangularSamples(t.Context(), l, lengths)
	if err != nil {
		t.Fatal(err)
	}
	s := NewAtSupports(samples)
	w, err := Whiten(t.Context(), Problem{C: c, Cdot: cdot})
	if err != nil {
		t.Fatal(err)
	}
	for _, lambda := range []float64{1e-9, 1e-5} {
		f, spectrum, err := s.Slowest(t.Context(), 0, lambda, 20)
		if err != nil || f == nil {
			t.Fatalf("λ = %g: features %v, error %v", lambda, f, err)
		}
		want, err := w.Rotate(t.Context(), lambda, 20)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 20 {
			if !scalar.EqualWithinAbsOrRel(f.Value[j], want.Value[j], 1e-13, 1e-9) {
				t.Errorf("λ = %g: value %d is %.15g, not %.15g", lambda, j, f.Value[j], want.Value[j])
			}
		}
		if got, want := spectrum, w.Spectrum; got.Dim != want.Dim || got.Rank != want.Rank || got.Cut != want.Cut ||
			!scalar.EqualWithinRel(got.Condition(), want.Condition(), 0.1) {
			t.Errorf("spectrum %+v, not %+v", got, want)
		}
	}
	// What may have to be cut, and no regularisation, take the moments.
	for _, c := range []struct{ cut, lambda float64 }{{1e-2, 1e-5}, {0, 0}} {
		if f, _, err := s.Slowest(t.Context(), c.cut, c.lambda, 20); f != nil || err != nil {
			t.Errorf("cut %g, λ = %g: features %v, error %v", c.cut, c.lambda, f, err)
		}
	}
}
