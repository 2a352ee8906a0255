package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// factorUpper overwrites the symmetric matrix in the upper triangle of a by the
// upper triangular U with A = UᵀU. It reports whether A is positive definite up to
// rounding: it stops with false at a pivot that is not above least.
func factorUpper(ctx context.Context, a blas64.General, least float64) (bool, error) {
	f := inOrderFactor{threshold: least, u: a}
	for lo := 0; lo < a.Rows; lo += cholBlock {
		hi := min(lo+cholBlock, a.Rows)
		if err := f.bring(ctx, lo, hi, cholBlock, a.Rows); err != nil {
			return false, err
		}
		if len(f.kept) < hi {
			return false, nil
		}
	}
	return true, nil
}

// upperTriangle is the upper triangle of a.
func upperTriangle(a blas64.General) blas64.Triangular {
	return blas64.Triangular{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
}
