package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// solveRows rows of a panel are solved together, which is what L is read
	// through the cache for; rows do not touch, so it has no part in the result.
	solveRows = 32
	// solveBlock columns of L are taken at a time. It fixes the order of sums.
	solveBlock = 64
)

// SolveLowerRows solves L y = x for each row x of panel, in place: panel
// becomes panel · L⁻ᵀ. l is lower triangular m×m with a diagonal free of
// zeros, panel is b×m.
//
// Every row comes out the same bit for bit whatever the other rows, their
// number and GOMAXPROCS are; and the first k columns are those that the
// leading k×k block of L gives.
//
// It panics unless l is lower triangular and has as many columns as panel.
func SolveLowerRows(l *mat.TriDense, panel *mat.Dense) {
	m, _ := l.Dims()
	if _, c := panel.Dims(); c != m {
		panic("linalg: SolveLowerRows: panel and factor differ in columns")
	}
	if m == 0 {
		return
	}
	t := l.RawTriangular()
	if t.Uplo != blas.Lower {
		panic("linalg: SolveLowerRows: factor is not lower triangular")
	}
	// Without a cancellable context there is nothing to report.
	_ = solveLowerRows(context.Background(), t, panel.RawMatrix())
}

// solveLowerRows is SolveLowerRows on raw storage, with a context.
//
// gonum's Trsm reads the whole of L again for every row, which for a large L
// means from memory; here a block of columns of L serves solveRows rows.
func solveLowerRows(ctx context.Context, l blas64.Triangular, panel blas64.General) error {
	full := blas64.General{Rows: l.N, Cols: l.N, Stride: l.Stride, Data: l.Data}
	return ParallelRows(ctx, panel.Rows, solveRows, func(lo, hi int) {
		for j := 0; j < l.N; j += solveBlock {
			to := min(j+solveBlock, l.N)
			x := part(panel, lo, hi, j, to)
			subtractProduct(x, part(panel, lo, hi, 0, j), part(full, j, to, 0, j))
			d := part(full, j, to, j, to)
			blas64.Trsm(blas.Right, blas.Trans, 1,
				blas64.Triangular{N: d.Rows, Stride: d.Stride, Data: d.Data, Uplo: blas.Lower, Diag: l.Diag}, x)
		}
	})
}

// subtractProduct subtracts a · bᵀ from c; a is r×k, b is s×k with r, s no
// larger than two blocks, so that gonum's Gemm stays on this goroutine. The sum
// over k goes by blocks of solveBlock from the left.
func subtractProduct(c, a, b blas64.General) {
	for k := 0; k < a.Cols; k += solveBlock {
		to := min(k+solveBlock, a.Cols)
		blas64.Gemm(blas.NoTrans, blas.Trans, -1,
			part(a, 0, a.Rows, k, to), part(b, 0, b.Rows, k, to), 1, c)
	}
}
