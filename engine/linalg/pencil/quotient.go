package pencil

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// quotient overwrites u by R U⁻¹, upper triangular, for the upper triangles R and u;
// row copies row i of R from its diagonal on. It clears u below the diagonal as far as
// [iterative.PackedFactor] reads it.
func quotient(ctx context.Context, u blas64.General, row func(i int, to []float64)) error {
	n := u.Rows
	divisor := dense.Borrow(min(dense.CholeskyBlock, n), n)
	defer dense.Release(divisor)
	for lo := 0; lo < n; lo += dense.CholeskyBlock {
		hi := min(lo+dense.CholeskyBlock, n)
		// A block row of U is not needed once that of R has replaced it.
		err := parallel.For(ctx, hi-lo, dense.TileSide, func(from, to int) {
			for i := from; i < to; i++ {
				line := u.Data[(lo+i)*u.Stride:][:n]
				copy(divisor.Data[i*divisor.Stride+lo+i:][:n-lo-i], line[lo+i:])
				clear(line[max(0, lo+i-dense.CholeskyBlock) : lo+i])
				row(lo+i, line[lo+i:])
			}
		})
		if err != nil {
			return err
		}
		solved := dense.Slice(u, 0, hi, lo, hi)
		if err := dense.SolveTriangular(ctx, blas.Right, blas.NoTrans, dense.UpperTriangle(dense.Slice(divisor, 0, hi-lo, lo, hi)), solved); err != nil {
			return err
		}
		if hi == n {
			break
		}
		err = dense.Multiply(ctx, -1, dense.Rows(solved), dense.Columns(dense.Slice(divisor, 0, hi-lo, hi, n)), 1, dense.Slice(u, 0, hi, hi, n), simd.All)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
