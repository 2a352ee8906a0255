package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// blockRows reflectors are applied together to eigenvectors.
const blockRows = 128

// applyQ turns the rows of x, vectors in the basis where A is tridiagonal, into
// vectors in that of A: x ← x · Qᵀ. Blocks of reflectors are applied as
// I - Vᵀ Tᵀ V (compact WY form; Schreiber and Van Loan, 1989).
func (t *tridiagonal) applyQ(ctx context.Context, x blas64.General) error {
	n := t.v.Rows
	size := min(blockRows, n)
	xv, xvt := borrow(x.Rows, size), borrow(x.Rows, size)
	defer giveBack(xv)
	defer giveBack(xvt)
	for s := (n - 2) / blockRows * blockRows; s >= 0; s -= blockRows {
		to := min(s+blockRows, n-1)
		factor, err := t.blockFactor(ctx, s, to)
		if err != nil {
			return err
		}
		v, xs := part(t.v, s, to, s+1, n), part(x, 0, x.Rows, s+1, n)
		w, wt := part(xv, 0, x.Rows, 0, to-s), part(xvt, 0, x.Rows, 0, to-s)
		if err := Gemm(ctx, blas.NoTrans, blas.Trans, 1, xs, v, 0, w); err != nil {
			return err
		}
		if err := Gemm(ctx, blas.NoTrans, blas.Trans, 1, w, factor, 0, wt); err != nil {
			return err
		}
		if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, -1, wt, v, 1, xs); err != nil {
			return err
		}
	}
	return nil
}

// blockFactor is the upper triangular T, zero below the diagonal, with
// H_s … H_(to-1) = I - Vᵀ T V.
func (t *tridiagonal) blockFactor(ctx context.Context, s, to int) (blas64.General, error) {
	size, n := to-s, t.v.Cols
	v := part(t.v, s, to, s+1, n)
	inner, f := newGeneral(size, size), newGeneral(size, size)
	if err := Gemm(ctx, blas.NoTrans, blas.Trans, 1, v, v, 0, inner); err != nil {
		return f, err
	}
	col := make([]float64, size)
	for i := range size {
		tau := t.tau[s+i]
		for j := range i {
			col[j] = -tau * inner.Data[j*inner.Stride+i]
		}
		for j := range i {
			f.Data[j*f.Stride+i] = simd.Dot(f.Data[j*f.Stride+j:j*f.Stride+i], col[j:i])
		}
		f.Data[i*f.Stride+i] = tau
	}
	return f, nil
}
