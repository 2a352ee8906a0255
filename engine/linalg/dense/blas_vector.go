package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// matvecGrain is the number of matrix entries that one goroutine multiplies by a vector
// at a time. On two processors a product takes 1.09 times as long as on one at order
// 500, and 0.79 times at 1,000 (BenchmarkParallelVector).
const matvecGrain = 1 << 17

// Ddot implements [blas.Float64Level1].
func (b kernelBLAS) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if n <= 0 || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		return b.Implementation.Ddot(n, x, incX, y, incY)
	}
	return simd.Dot(x[:n], y[:n])
}

// Daxpy implements [blas.Float64Level1].
func (b kernelBLAS) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if n <= 0 || alpha == 0 || incX != 1 || incY != 1 || len(x) < n || len(y) < n {
		b.Implementation.Daxpy(n, alpha, x, incX, y, incY)
		return
	}
	simd.Axpy(alpha, x[:n], y[:n])
}

// Dger implements [blas.Float64Level2].
func (b kernelBLAS) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	g, ok := general(m, n, a, lda)
	if !ok || alpha == 0 || incX != 1 || incY != 1 || len(x) < m || len(y) < n {
		b.Implementation.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	if m*n <= matvecGrain {
		addOuter(alpha, x[:m], y[:n], g)
		return
	}
	_ = parallel.For(context.Background(), m, max(1, matvecGrain/n), func(lo, hi int) {
		addOuter(alpha, x[lo:hi], y[:n], Slice(g, lo, hi, 0, n))
	})
}

// addOuter adds alpha · x yᵀ to a.
func addOuter(alpha float64, x, y []float64, a blas64.General) {
	for i, v := range x {
		simd.Axpy(alpha*v, y, a.Data[i*a.Stride:][:a.Cols])
	}
}

// Dgemv implements [blas.Float64Level2].
func (b kernelBLAS) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	g, ok := general(m, n, a, lda)
	lenX, lenY := n, m
	if tA != blas.NoTrans {
		lenX, lenY = m, n
	}
	if !ok || alpha == 0 || incX != 1 || incY != 1 || len(x) < lenX || len(y) < lenY {
		b.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	switch tA {
	case blas.NoTrans:
		rowsTimesVector(alpha, g, x[:n], beta, y[:m])
	case blas.Trans, blas.ConjTrans:
		scale(beta, y[:n])
		addRows(alpha, g, x[:m], y[:n])
	default:
		b.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
	}
}

// scale multiplies y by beta. Zero clears it, including NaN.
func scale(beta float64, y []float64) {
	switch beta {
	case 0:
		clear(y)
	case 1:
	default:
		for i := range y {
			y[i] *= beta
		}
	}
}

// rowsTimesVector sets y to alpha · A x + beta · y.
func rowsTimesVector(alpha float64, a blas64.General, x []float64, beta float64, y []float64) {
	scale(beta, y)
	if a.Rows*a.Cols <= matvecGrain {
		simd.AddRowDots(alpha, a, x, y)
		return
	}
	_ = parallel.For(context.Background(), a.Rows, max(1, matvecGrain/a.Cols), func(lo, hi int) {
		simd.AddRowDots(alpha, Slice(a, lo, hi, 0, a.Cols), x, y[lo:hi])
	})
}

// addRows adds alpha · Aᵀ x to y. An entry of y is summed over the rows in order.
func addRows(alpha float64, a blas64.General, x, y []float64) {
	if a.Rows*a.Cols <= matvecGrain {
		simd.AddRows(alpha, a, x, y)
		return
	}
	_ = parallel.For(context.Background(), a.Cols, max(512, matvecGrain/a.Rows), func(lo, hi int) {
		simd.AddRows(alpha, Slice(a, 0, a.Rows, lo, hi), x, y[lo:hi])
	})
}
