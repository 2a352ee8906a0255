package iterative

import (
	"fmt"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func TestFactorUpperAndSolves(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 2, 23, 24, 25, 48, 49, 239, 240, 241, 300, 500) {
		if n > 300 && !testenv.Full() {
			continue
		}
		a := linalgtest.PositiveDefinite(50, n)
		u := blas64.General{Rows: n, Cols: n, Stride: n, Data: mat.DenseCopyOf(a).RawMatrix().Data}
		if ok, err := dense.CholeskyUpper(t.Context(), u, 0); !ok || err != nil {
			t.Fatalf("n=%d: %v, error %v", n, ok, err)
		}
		upper := mat.NewTriDense(n, mat.Upper, append([]float64(nil), u.Data...))
		var back mat.Dense
		plain := mat.DenseCopyOf(upper) // gonum multiplies triangles element by element
		back.Mul(plain.T(), plain)
		if d := linalgtest.MaxDiff(t, &back, a); !(d < 1e-13) {
			t.Errorf("n=%d: UᵀU is off by %g", n, d)
		}
		x := linalgtest.RandomDense(linalgtest.NewRand(51), Block, n)
		lower := mat.NewTriDense(n, mat.Lower, nil)
		lower.Copy(upper.T())
		for i, transposed := range []bool{false, true, false, true} {
			// A lower triangle is the transpose of an upper one.
			a, of := upper.RawTriangular(), transposed
			if i > 1 {
				a, of = lower.RawTriangular(), !transposed
			}
			pair, err := NewPackedPair(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			s := pair.Plain
			if of {
				s = pair.Transposed
			}
			y := mat.DenseCopyOf(x)
			if err := s.Solve(t.Context(), y.RawMatrix()); err != nil {
				t.Fatal(err)
			}
			tr := blas.Trans
			if transposed {
				tr = blas.NoTrans
			}
			want := mat.DenseCopyOf(x).RawMatrix()
			blas64.Trsm(blas.Right, tr, 1, upper.RawTriangular(), want)
			if d := linalgtest.MaxDiff(t, y, mat.NewDense(Block, n, want.Data)); !(d < 1e-11) {
				t.Errorf("n=%d transposed=%v: solution is off by %g", n, transposed, d)
			}
			pair.Release()
		}
	}
}

func BenchmarkInverse(b *testing.B) {
	for _, n := range linalgtest.Orders {
		u := linalgtest.Dominant(n)
		if ok, err := dense.CholeskyUpper(b.Context(), u, 0); !ok || err != nil {
			b.Fatal(ok, err)
		}
		v, err := NewInverse(b.Context(), u)
		if err != nil {
			b.Fatal(err)
		}
		x := dense.Zeros(Block, n)
		for i := range x.Data {
			x.Data[i] = 1
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if err := v.Apply(b.Context(), x); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(8*float64(n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GB/s")
		})
		v.Release()
	}
}
