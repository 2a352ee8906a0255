package dense

import (
	"context"
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// repeat does what takes no time at all often enough to be timed.
func repeat(f func()) func() error {
	return func() error {
		for range 100 {
			f()
		}
		return nil
	}
}

// BenchmarkParallelProduct measures the ratio of the time of a product on all
// processors to that on one.
func BenchmarkParallelProduct(b *testing.B) {
	for _, n := range []int{64, 128, 256, 512} {
		x, c := linalgtest.Dominant(n), Zeros(n, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			linalgtest.Ratio(b,
				repeat(func() { _ = multiplyParallel(context.Background(), 1, Rows(x), Columns(x), 0, c, simd.All) }),
				repeat(func() { multiplySerial(1, Rows(x), Columns(x), 0, c, simd.All) }))
		})
	}
}

// BenchmarkParallelVector measures the ratio of the time of a matrix times a vector on
// all processors to that on one.
func BenchmarkParallelVector(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		a := linalgtest.Dominant(n)
		x, y := make([]float64, n), make([]float64, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			linalgtest.Ratio(b, repeat(func() { rowsTimesVector(1, a, x, 0, y) }), repeat(func() { simd.AddRowDots(1, a, x, y) }))
		})
	}
}

// BenchmarkTrsmOrder measures the ratio of the time of a solve with a triangle by the
// kernels to that by gonum.
func BenchmarkTrsmOrder(b *testing.B) {
	for _, n := range []int{8, 16, 32, 64} {
		t, x := UpperTriangle(linalgtest.Dominant(n)), linalgtest.Dominant(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			linalgtest.Ratio(b,
				repeat(func() { _ = SolveTriangular(context.Background(), blas.Left, blas.Trans, t, x) }),
				repeat(func() {
					gonum.Implementation{}.Dtrsm(blas.Left, t.Uplo, blas.Trans, t.Diag, n, n, 1, t.Data, t.Stride, x.Data, x.Stride)
				}))
		})
	}
}

// BenchmarkTrmmOrder measures the ratio of the time of a product with a triangle by
// halves to that by gonum.
func BenchmarkTrmmOrder(b *testing.B) {
	for _, n := range []int{65, 128, 256} {
		t, x := UpperTriangle(linalgtest.Dominant(n)), Zeros(n, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			linalgtest.Ratio(b,
				repeat(func() { kernelBLAS{}.multiplyByHalves(blas.Left, blas.NoTrans, 1, t, x) }),
				repeat(func() {
					gonum.Implementation{}.Dtrmm(blas.Left, t.Uplo, blas.NoTrans, t.Diag, n, n, 1, t.Data, t.Stride, x.Data, x.Stride)
				}))
		})
	}
}
