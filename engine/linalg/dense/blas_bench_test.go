package dense

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
)

// BenchmarkBLAS sets the routines beside gonum's own, from small to large.
func BenchmarkBLAS(b *testing.B) {
	for _, n := range []int{4, 16, 64, 256} {
		rnd := linalgtest.NewRand(55)
		a, x, c := padded(rnd, n, n, n), padded(rnd, n, n, n), padded(rnd, n, n, n)
		for i := range n {
			a[i*n+i] += float64(n)
		}
		for _, library := range []struct {
			name string
			blas.Float64
		}{{"kernels", kernelBLAS{}}, {"gonum", reference}} {
			l := library
			for name, f := range map[string]func(){
				"Dgemm":  func() { l.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1, a, n, x, n, 0, c, n) },
				"Dsyrk":  func() { l.Dsyrk(blas.Upper, blas.Trans, n, n, 1, a, n, 0, c, n) },
				"Dsymm":  func() { l.Dsymm(blas.Left, blas.Upper, n, n, 1, a, n, x, n, 0, c, n) },
				"Dtrsm":  func() { l.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, c, n) },
				"Dtrmm":  func() { l.Dtrmm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1e-3, a, n, c, n) },
				"Dgemv":  func() { l.Dgemv(blas.NoTrans, n, n, 1, a, n, x[:n], 1, 0, c[:n], 1) },
				"DgemvT": func() { l.Dgemv(blas.Trans, n, n, 1, a, n, x[:n], 1, 0, c[:n], 1) },
				"Dger":   func() { l.Dger(n, n, 1e-9, x[:n], 1, x[n:], 1, c, n) },
				"Ddot":   func() { l.Ddot(n, a, 1, x, 1) },
				"Daxpy":  func() { l.Daxpy(n, 1e-9, a, 1, x, 1) },
			} {
				b.Run(fmt.Sprint(name, "/", n, "/", l.name), func(b *testing.B) {
					for b.Loop() {
						f()
					}
				})
			}
		}
	}
}
