package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// TrailingCongruence overwrites a by T a Tᵀ with T = diag(I, L₂₂⁻¹), where L₂₂ is
// what the lower triangular l (m×m, its diagonal free of zeros) has from row and
// column from on: the first unknowns are left as they are. Only the upper
// triangle of a is read and written. The result is the same bit for bit whatever
// GOMAXPROCS. It fails only when ctx ends. It panics unless the shapes fit.
func TrailingCongruence(ctx context.Context, l *mat.TriDense, from int, a *mat.SymDense) error {
	t := l.RawTriangular()
	if t.N != a.SymmetricDim() || t.Uplo != blas.Lower || from < 0 || from > t.N {
		panic("linalg: TrailingCongruence: l and a do not fit")
	}
	n := t.N - from
	if n == 0 {
		return ctx.Err()
	}
	l22 := t
	l22.N, l22.Data = n, t.Data[from*t.Stride+from:]
	m := &Metric{u: borrow(n, n)}
	defer giveBack(m.u)
	if err := transposeLower(ctx, l22, m.u); err != nil {
		return err
	}
	c := square(a)
	if from > 0 {
		if err := solveTriangular(ctx, blas.Right, blas.Trans, l22, part(c, 0, from, from, t.N)); err != nil {
			return err
		}
	}
	return m.reduce(ctx, part(c, from, t.N, from, t.N))
}

// transposeLower writes the lower triangle l into the upper one of u. It fails only
// when ctx ends.
func transposeLower(ctx context.Context, l blas64.Triangular, u blas64.General) error {
	return parallel.For(ctx, l.N, stripRows, func(i0, i1 int) {
		// A square at a time, which the cache holds on both sides.
		for j0 := 0; j0 < i1; j0 += stripRows {
			for i := i0; i < i1; i++ {
				for j := j0; j < min(j0+stripRows, i+1); j++ {
					u.Data[j*u.Stride+i] = l.Data[i*l.Stride+j]
				}
			}
		}
	})
}
