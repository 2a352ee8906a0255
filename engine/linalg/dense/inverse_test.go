package dense

import (
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

func TestInvertGramAndInverseCongruence(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 7, 127, 128, 257, 300) {
		c := linalgtest.PositiveDefinite(90, n)
		u := RawSym(NewSym(n))
		if err := CopyShifted(t.Context(), u, RawSym(c), 0); err != nil {
			t.Fatal(err)
		}
		if ok, err := CholeskyUpper(t.Context(), u, 0); !ok || err != nil {
			t.Fatal(ok, err)
		}
		s := NewSym(n)
		if err := InvertUpper(t.Context(), u, RawSym(s)); err != nil {
			t.Fatal(err)
		}
		inverse, factor := mat.NewDense(n, n, nil), new(mat.TriDense)
		factor.SetRawTriangular(UpperTriangle(u))
		upper := mat.DenseCopyOf(factor) // gonum multiplies triangles element by element
		for i := range n {
			for j := i; j < n; j++ {
				inverse.Set(i, j, s.At(i, j))
			}
		}
		var one, want mat.Dense
		one.Mul(upper, inverse)
		for i := range n {
			one.Set(i, i, one.At(i, i)-1)
		}
		if d := mat.Norm(&one, 2); !(d < 1e-12) {
			t.Errorf("n=%d: U·U⁻¹ is off by %g", n, d)
		}
		want.Mul(inverse.T(), inverse)
		if err := GramUpper(t.Context(), RawSym(s)); err != nil {
			t.Fatal(err)
		}
		if d := linalgtest.MaxDiff(t, s, &want); !(d < 1e-12) {
			t.Errorf("n=%d: SᵀS is off by %g", n, d)
		}
		// U⁻ᵀ C U⁻¹ is the identity.
		if err := InverseCongruence(t.Context(), u, RawSym(c)); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			c.SetSym(i, i, c.At(i, i)-1)
		}
		if d := mat.Norm(c, 2); !(d < 1e-12) {
			t.Errorf("n=%d: U⁻ᵀCU⁻¹ is off by %g", n, d)
		}
	}
}
