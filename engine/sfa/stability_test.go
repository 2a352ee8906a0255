package sfa

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Of C = I and Ċ = diag(1, 2, 2, 3) the second and the third feature are any turn of each other:
// rounding decides. The spans of one, three and four features stay, and so do the others.
func TestStabilityOfEqualSlowness(t *testing.T) {
	p := Problem{C: mat.NewSymDense(4, nil), Cdot: mat.NewSymDense(4, nil)}
	for i, v := range []float64{1, 2, 2, 3} {
		p.C.SetSym(i, i, 1)
		p.Cdot.SetSym(i, i, v)
	}
	a := mat.NewDense(4, 4, nil)
	turn := math.Sqrt(0.5)
	for _, e := range []struct {
		i, j int
		v    float64
	}{{0, 0, 1}, {1, 1, turn}, {2, 1, turn}, {1, 2, -turn}, {2, 2, turn}, {3, 3, 1}} {
		a.Set(e.i, e.j, e.v)
	}
	s, err := p.MeasureStability(t.Context(), 0, a)
	if err != nil {
		t.Fatal(err)
	}
	for i, stays := range []bool{true, false, true, true} {
		if (s.Span(i+1) >= Stays) != stays {
			t.Errorf("the span of %d features has cosine %g", i+1, s.Span(i+1))
		}
	}
	for i, stays := range []bool{true, false, false, true} {
		if (s.Feature(i+1) >= Stays) != stays {
			t.Errorf("feature %d has correlation %g", i+1, s.Feature(i+1))
		}
	}
}

// A basis of monomials up to degree 16 is conditioned so badly that the bound calls all features
// arbitrary, though their Δ are far apart; a solve of changed moments finds them again.
func TestStabilityOfFarApartSlowness(t *testing.T) {
	const n, degree = 4000, 20
	phi := mat.NewDense(n, degree, nil)
	for i := range n {
		x := 0.5 + 0.5*math.Sin(float64(i)/2)
		for j := range degree {
			phi.Set(i, j, math.Pow(x, float64(j+1)))
		}
	}
	mean := make([]float64, degree)
	for i := range n {
		for j, v := range phi.RawRowView(i) {
			mean[j] += v / n
		}
	}
	p := Problem{C: mat.NewSymDense(degree, nil), Cdot: mat.NewSymDense(degree, nil), Explicit: true}
	for i := range n {
		row := mat.NewVecDense(degree, nil)
		for j, v := range phi.RawRowView(i) {
			row.SetVec(j, v-mean[j])
		}
		p.C.SymRankOne(p.C, 1./n, row)
		if i > 0 {
			row.SubVec(mat.NewVecDense(degree, phi.RawRowView(i)), mat.NewVecDense(degree, phi.RawRowView(i-1)))
			p.Cdot.SymRankOne(p.Cdot, 1./(n-1), row)
		}
	}
	w, err := Whiten(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Rotate(t.Context(), 0, 9)
	if err != nil {
		t.Fatal(err)
	}
	conditions := w.Spectrum.Conditions(f.A)
	if ClustersOf(f.Value, w.Spectrum.Resolution(conditions[7]), 8).Bounds == nil {
		t.Fatalf("the bound is not finite: Δ %v, conditions %v", f.Value, conditions)
	}
	s, err := p.MeasureStability(t.Context(), 0, First(f.A, 8))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if s.Feature(i+1) < Stays || s.Span(i+1) < Stays {
			t.Errorf("feature %d of Δ %v: correlation %g, span %g", i+1, f.Value, s.Feature(i+1), s.Span(i+1))
		}
	}
}
