package sfa

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// Inputs may come in units that differ by 10⁸: the features are those of inputs in other
// units, with the regulariser alike, and none is lost.
func TestUnitsOfInputs(t *testing.T) {
	const dim = 6
	plain := randomProblem(dim, false)
	for _, least := range []float64{1e-8, 1e-4, 1} {
		d := make([]float64, dim)
		for i := range d {
			d[i] = least * math.Pow(1e8, float64((i*5)%dim)/(dim-1))
		}
		given := Problem{C: scaledBothSides(plain.C, d), Cdot: scaledBothSides(plain.Cdot, d), Explicit: true}
		for _, lambda := range []float64{0, 1e-12, 1e-5, 1e-2, 10} {
			t.Run(fmt.Sprintf("%g %g", least, lambda), func(t *testing.T) {
				w, err := Whiten(t.Context(), given)
				if err != nil {
					t.Fatal(err)
				}
				if w.Spectrum.Rank != dim {
					t.Fatalf("rank %d, want %d", w.Spectrum.Rank, dim)
				}
				f, err := w.Rotate(t.Context(), lambda, 3)
				if err != nil {
					t.Fatal(err)
				}
				isSolution(t, given, lambda, f)
				if lambda > 0 {
					return
				}
				same, err := Whiten(t.Context(), plain)
				if err != nil {
					t.Fatal(err)
				}
				want, err := same.Rotate(t.Context(), 0, 3)
				if err != nil {
					t.Fatal(err)
				}
				for j, v := range want.Value {
					if !scalar.EqualWithinRel(f.Value[j], v, 1e-10) {
						t.Errorf("μ%d = %.15g, want %.15g", j+1, f.Value[j], v)
					}
				}
			})
		}
	}
}

// isSolution checks Ba = μCa, aᵀCa = 1 and that μ are the lowest, each function in its own
// unit.
func isSolution(t *testing.T, p Problem, lambda float64, f *Features) {
	t.Helper()
	dim, k := f.A.Dims()
	b := mat.NewSymDense(dim, nil)
	b.CopySym(p.Cdot)
	for i := range dim {
		b.SetSym(i, i, b.At(i, i)+lambda)
	}
	for j := range k {
		a := f.A.ColView(j)
		if v := mat.Inner(a, p.C, a); math.Abs(v-1) > 1e-9 {
			t.Errorf("feature %d has variance %.12g", j+1, v)
		}
		var left, right mat.VecDense
		left.MulVec(b, a)
		right.MulVec(p.C, a)
		for i := range dim {
			unit := math.Sqrt(b.At(i, i) + p.C.At(i, i))
			if d := left.AtVec(i) - f.Value[j]*right.AtVec(i); math.Abs(d) > 1e-9*(1+f.Value[j])*unit {
				t.Errorf("feature %d, input %d: residual %.3g of %.3g", j+1, i, d, unit)
			}
		}
	}
	// By Sylvester's law of inertia B − μC has as many negative eigenvalues as there are
	// lower values: of pivots of a factorisation, which units do not change.
	for j := range k {
		for side, want := range map[float64]int{-1: j, 1: j + 1} {
			mu := f.Value[j] + side*1e-7*(1+f.Value[j])
			if got := negativePivots(b, p.C, mu); got != want {
				t.Errorf("%d values below μ%d%+.0e", got, j+1, side*1e-7)
			}
		}
	}
}

// negativePivots returns the number of negative pivots of B − μC.
func negativePivots(b, c *mat.SymDense, mu float64) int {
	n := b.SymmetricDim()
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			m.Set(i, j, b.At(i, j)-mu*c.At(i, j))
		}
	}
	negative := 0
	for k := range n {
		if m.At(k, k) < 0 {
			negative++
		}
		for i := k + 1; i < n; i++ {
			f := m.At(i, k) / m.At(k, k)
			for j := k; j < n; j++ {
				m.Set(i, j, m.At(i, j)-f*m.At(k, j))
			}
		}
	}
	return negative
}
