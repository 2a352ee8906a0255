package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// triangular converts the arguments of a BLAS call with a triangle: the triangular matrix
// and the m×n matrix that it multiplies or solves for. It reports whether the arguments
// are valid and not empty.
func triangular(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, a []float64, lda int, b []float64, ldb int) (t blas64.Triangular, g blas64.General, ok bool) {
	order := n
	if s == blas.Left {
		order = m
	}
	_, okA := general(order, order, a, lda)
	g, okB := general(m, n, b, ldb)
	ok = okA && okB && (s == blas.Left || s == blas.Right) && (ul == blas.Lower || ul == blas.Upper) &&
		(tA == blas.NoTrans || tA == blas.Trans || tA == blas.ConjTrans) && (d == blas.NonUnit || d == blas.Unit)
	return blas64.Triangular{N: order, Stride: lda, Data: a, Uplo: ul, Diag: d}, g, ok
}

// trsmOrder is the order up to which gonum solves triangular systems: the kernels,
// which pack the triangle first, take 1.37 times as long at order 16 and 0.59 times at
// 32 (BenchmarkTrsmOrder). It does not depend on the number of right-hand sides, so
// that each solution is independent of the others.
const trsmOrder = 16

// Dtrsm implements [blas.Float64Level3].
func (b kernelBLAS) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, bb []float64, ldb int) {
	t, x, ok := triangular(s, ul, tA, d, m, n, a, lda, bb, ldb)
	if !ok || alpha == 0 || t.N <= trsmOrder {
		b.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, bb, ldb)
		return
	}
	simd.Scale(alpha, x, simd.Block{I1: m, J1: n}, simd.All)
	_ = SolveTriangular(context.Background(), s, tA, t, x)
}

// trmmOrder is the order up to which gonum multiplies with a triangle. Above it,
// products of halves take 0.62 times as long at order 128 (BenchmarkTrmmOrder).
const trmmOrder = 64

// Dtrmm implements [blas.Float64Level3].
func (b kernelBLAS) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, bb []float64, ldb int) {
	t, x, ok := triangular(s, ul, tA, d, m, n, a, lda, bb, ldb)
	if !ok || alpha == 0 || t.N <= trmmOrder {
		b.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, bb, ldb)
		return
	}
	b.multiplyByHalves(s, tA, alpha, t, x)
}

// multiplyByHalves multiplies x by a triangle recursively. The half of x that the other
// half depends on changes last.
func (b kernelBLAS) multiplyByHalves(s blas.Side, tA blas.Transpose, alpha float64, t blas64.Triangular, x blas64.General) {
	if t.N <= trmmOrder {
		b.Implementation.Dtrmm(s, t.Uplo, tA, t.Diag, x.Rows, x.Cols, alpha, t.Data, t.Stride, x.Data, x.Stride)
		return
	}
	h := t.N / 2
	full := blas64.General{Rows: t.N, Cols: t.N, Stride: t.Stride, Data: t.Data}
	first, second := t, t
	first.N = h
	second.N, second.Data = t.N-h, t.Data[h*t.Stride+h:]
	off := Slice(full, 0, h, h, t.N)
	if t.Uplo == blas.Lower {
		off = Slice(full, h, t.N, 0, h)
	}
	var x1, x2 blas64.General
	if s == blas.Left {
		x1, x2 = Slice(x, 0, h, 0, x.Cols), Slice(x, h, t.N, 0, x.Cols)
	} else {
		x1, x2 = Slice(x, 0, x.Rows, 0, h), Slice(x, 0, x.Rows, h, t.N)
	}
	// With an upper triangle on the left, the first half depends on the second. The
	// transpose and the other side each reverse that.
	toSecond := (t.Uplo == blas.Lower) != (tA != blas.NoTrans) != (s == blas.Right)
	if toSecond {
		first, second = second, first
		x1, x2 = x2, x1
	}
	b.multiplyByHalves(s, tA, alpha, first, x1)
	l := Rows(off)
	if tA != blas.NoTrans {
		l.layout = byColumns
	}
	if s == blas.Left {
		multiplyBackground(alpha, l, Columns(x2), 1, x1, simd.All)
	} else {
		multiplyBackground(alpha, Rows(x2), l.transposed(), 1, x1, simd.All)
	}
	b.multiplyByHalves(s, tA, alpha, second, x2)
}
