package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

// gonum calls the registered BLAS in all of its linear algebra, so that packages mat
// and lapack use the kernels here too.
func init() { blas64.Use(kernelBLAS{}) }

// kernelBLAS is gonum's BLAS with the costly routines replaced by those of package
// simd, in parallel for large arguments. Calls with invalid, empty or non-contiguous
// arguments go to gonum's implementation, which panics as documented or computes them.
//
// An entry of a product depends only on its row and its column of the factors, as for
// [Gemm]. Results do not depend on GOMAXPROCS.
type kernelBLAS struct{ gonum.Implementation }

// general returns a matrix of BLAS arguments. ok reports whether it is not empty and
// its storage is large enough.
func general(rows, columns int, data []float64, stride int) (g blas64.General, ok bool) {
	ok = rows > 0 && columns > 0 && stride >= columns && len(data) >= (rows-1)*stride+columns
	return blas64.General{Rows: rows, Cols: columns, Stride: stride, Data: data}, ok
}

// operand returns the left factor op(A) of a product, rows × columns.
func operand(t blas.Transpose, rows, columns int, data []float64, stride int) (f Factor, ok bool) {
	switch t {
	case blas.NoTrans:
		f.layout = byRows
	case blas.Trans, blas.ConjTrans:
		f.layout = byColumns
		rows, columns = columns, rows
	default:
		return f, false
	}
	f.General, ok = general(rows, columns, data, stride)
	return f, ok
}

// triangle returns the stored part of a symmetric matrix and its layout.
func triangle(ul blas.Uplo) (where simd.Part, l layout, ok bool) {
	switch ul {
	case blas.Upper:
		return simd.Upper, symmetricUpper, true
	case blas.Lower:
		return simd.Lower, symmetricLower, true
	}
	return simd.All, byRows, false
}

// multiplyBackground calls [Multiply] for callers that cannot be cancelled.
func multiplyBackground(alpha float64, l, r Factor, beta float64, c blas64.General, where simd.Part) {
	_ = Multiply(context.Background(), alpha, l, r, beta, c, where)
}

// Dgemm implements [blas.Float64Level3].
func (b kernelBLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, bb []float64, ldb int, beta float64, c []float64, ldc int) {
	left, okA := operand(tA, m, k, a, lda)
	right, okB := operand(tB, k, n, bb, ldb)
	out, okC := general(m, n, c, ldc)
	if !okA || !okB || !okC {
		b.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, bb, ldb, beta, c, ldc)
		return
	}
	multiplyBackground(alpha, left, right.transposed(), beta, out, simd.All)
}

// Dsymm implements [blas.Float64Level3].
func (b kernelBLAS) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, bb []float64, ldb int, beta float64, c []float64, ldc int) {
	order := n
	if s == blas.Left {
		order = m
	}
	sym, okA := general(order, order, a, lda)
	other, okB := general(m, n, bb, ldb)
	out, okC := general(m, n, c, ldc)
	_, l, ok := triangle(ul)
	switch {
	case !ok || !okA || !okB || !okC || s != blas.Left && s != blas.Right:
		b.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, bb, ldb, beta, c, ldc)
	case s == blas.Left:
		multiplyBackground(alpha, Factor{sym, l}, Columns(other), beta, out, simd.All)
	default:
		multiplyBackground(alpha, Rows(other), Factor{sym, l}, beta, out, simd.All)
	}
}

// Dsyrk implements [blas.Float64Level3].
func (b kernelBLAS) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	f, okA := operand(tA, n, k, a, lda)
	out, okC := general(n, n, c, ldc)
	where, _, ok := triangle(ul)
	if !ok || !okA || !okC {
		b.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	multiplyBackground(alpha, f, f, beta, out, where)
}

// Dsyr2k implements [blas.Float64Level3].
func (b kernelBLAS) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, bb []float64, ldb int, beta float64, c []float64, ldc int) {
	f, okA := operand(tA, n, k, a, lda)
	g, okB := operand(tA, n, k, bb, ldb)
	out, okC := general(n, n, c, ldc)
	where, _, ok := triangle(ul)
	if !ok || !okA || !okB || !okC {
		b.Implementation.Dsyr2k(ul, tA, n, k, alpha, a, lda, bb, ldb, beta, c, ldc)
		return
	}
	multiplyBackground(alpha, f, g, beta, out, where)
	multiplyBackground(alpha, g, f, 1, out, where)
}
