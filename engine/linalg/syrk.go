package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// A strip of stripRows rows and stripCols columns is updated by one serial
// matrix product: 32 × 128 numbers stay in the first-level cache, and gonum
// starts goroutines of its own only from four 64 × 64 blocks on.
const (
	stripRows = 32
	stripCols = 128
)

// SyrkAdd adds alpha · panelᵀ · panel to dst. panel is b×m (b rows of an
// accumulation block), dst is m×m; only its upper triangle is read and
// written.
//
// Each entry is summed over the rows of panel in order, whatever GOMAXPROCS:
// the result is the same bit for bit. It does not depend on m either: the
// leading k×k block of the result is the result for the first k columns.
// Entries of panel must be finite: the products with a zero are left out, so a
// NaN or an Inf beside it may not spread.
//
// It panics unless panel has as many columns as dst.
func SyrkAdd(dst *mat.SymDense, alpha float64, panel *mat.Dense) {
	m := dst.SymmetricDim()
	if _, c := panel.Dims(); c != m {
		panic("linalg: SyrkAdd: panel and dst differ in columns")
	}
	if m == 0 {
		return
	}
	p, d := panel.RawMatrix(), dst.RawSymmetric()
	c := blas64.General{Rows: m, Cols: m, Stride: d.Stride, Data: d.Data}
	// Without a cancellable context there is nothing to report.
	_ = addUpper(context.Background(), c, alpha, p, p)
}

// addUpper adds alpha · pᵀ · r to the upper triangle of c (n×n), where p and r
// are k×n and pᵀ · r is known to be symmetric. The lower triangle of c is left
// as it is.
func addUpper(ctx context.Context, c blas64.General, alpha float64, p, r blas64.General) error {
	n := c.Rows
	return ParallelRows(ctx, n, stripRows, func(lo, hi int) {
		addDiagonal(c, alpha, p, r, lo, hi)
		for j := hi; j < n; j += stripCols {
			to := min(j+stripCols, n)
			blas64.Gemm(blas.Trans, blas.NoTrans, alpha,
				part(p, 0, p.Rows, lo, hi), part(r, 0, r.Rows, j, to),
				1, part(c, lo, hi, j, to))
		}
	})
}

// addDiagonal does addUpper for the square lo … hi-1 on the diagonal. The
// product is full there, so it goes to a scratch square first.
func addDiagonal(c blas64.General, alpha float64, p, r blas64.General, lo, hi int) {
	var scratch [stripRows * stripRows]float64
	w := hi - lo
	s := blas64.General{Rows: w, Cols: w, Stride: w, Data: scratch[:w*w]}
	blas64.Gemm(blas.Trans, blas.NoTrans, alpha,
		part(p, 0, p.Rows, lo, hi), part(r, 0, r.Rows, lo, hi), 0, s)
	for i := range w {
		row := c.Data[(lo+i)*c.Stride+lo : (lo+i)*c.Stride+hi]
		for j := i; j < w; j++ {
			row[j] += s.Data[i*w+j]
		}
	}
}

// part is the view of rows i0 … i1-1 and columns j0 … j1-1 of a.
func part(a blas64.General, i0, i1, j0, j1 int) blas64.General {
	if i0 >= i1 || j0 >= j1 {
		return blas64.General{Rows: i1 - i0, Cols: j1 - j0, Stride: max(a.Stride, 1)}
	}
	return blas64.General{
		Rows:   i1 - i0,
		Cols:   j1 - j0,
		Stride: a.Stride,
		Data:   a.Data[i0*a.Stride+j0 : (i1-1)*a.Stride+j1],
	}
}
