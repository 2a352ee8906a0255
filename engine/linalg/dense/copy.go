package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// TileSide is the side of the squares that matrices are copied in: they fit the
// first-level cache.
const TileSide = 32

// RowGrain is the number of rows that one goroutine copies at a time.
const RowGrain = 128

// CopyShifted sets the upper triangle of work to that of A - shift·I.
func CopyShifted(ctx context.Context, work, a blas64.General, shift float64) error {
	return parallel.For(ctx, a.Rows, RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			copy(work.Data[i*work.Stride+i:i*work.Stride+a.Cols], a.Data[i*a.Stride+i:])
			work.Data[i*work.Stride+i] -= shift
		}
	})
}

// transposeLower writes the lower triangle l into the upper triangle of u. It fails
// only if ctx ends.
func transposeLower(ctx context.Context, l blas64.Triangular, u blas64.General) error {
	return parallel.For(ctx, l.N, TileSide, func(i0, i1 int) {
		// Copy by squares that fit the cache on both sides.
		for j0 := 0; j0 < i1; j0 += TileSide {
			for i := i0; i < i1; i++ {
				for j := j0; j < min(j0+TileSide, i+1); j++ {
					u.Data[j*u.Stride+i] = l.Data[i*l.Stride+j]
				}
			}
		}
	})
}

// TransposeRows returns the matrix whose columns are the rows of x in the given order,
// in the storage out.
func TransposeRows(ctx context.Context, x blas64.General, order []int, out []float64) (*mat.Dense, error) {
	n, p := x.Cols, len(order)
	const tile = 32
	err := parallel.For(ctx, n, tile, func(lo, hi int) {
		for j := 0; j < p; j += tile {
			for i := lo; i < hi; i++ {
				for k := j; k < min(j+tile, p); k++ {
					out[i*p+k] = x.Data[order[k]*x.Stride+i]
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return mat.NewDense(n, p, out[:n*p]), nil
}

// Iota returns the integers 0 … n-1.
func Iota(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
