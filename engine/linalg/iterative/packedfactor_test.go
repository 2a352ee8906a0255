package iterative

import (
	"math"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestPackedFactor(t *testing.T) {
	for _, n := range linalgtest.Sizes(1, 5, 239, 240, 241, 600) {
		rnd := linalgtest.NewRand(83)
		w := dense.Zeros(n, n)
		for i := range n {
			for j := i; j < n; j++ {
				w.Data[i*n+j] = rnd.NormFloat64() / float64(n)
			}
			w.Data[i*n+i]++
		}
		for _, share := range []float64{0, 0.7 / float64(n)} {
			checkPackedFactor(t, w, share)
		}
	}
}

// checkPackedFactor fails unless the products are those with W.
func checkPackedFactor(t *testing.T, w blas64.General, share float64) {
	t.Helper()
	f, err := NewPackedFactor(t.Context(), w, share)
	defer f.Release()
	if err != nil {
		t.Fatal(err)
	}
	n := w.Rows
	x := dense.Zeros(Block, n)
	rnd := linalgtest.NewRand(84)
	for i := range x.Data {
		x.Data[i] = rnd.NormFloat64()
	}
	y, want := dense.Zeros(Block, n), dense.Zeros(Block, n)
	for i := range y.Data {
		y.Data[i] = math.NaN()
	}
	if err := f.Apply(t.Context(), x, y); err != nil {
		t.Fatal(err)
	}
	if err := dense.Gemm(t.Context(), blas.NoTrans, blas.Trans, 1, x, w, 0, want); err != nil {
		t.Fatal(err)
	}
	near := func(what string, a, b blas64.General) {
		if d := linalgtest.MaxDiff(t, mat.NewDense(Block, n, a.Data), mat.NewDense(Block, n, b.Data)); !(d < 1e-12*float64(n)) {
			t.Errorf("n = %d, share %g: %s is off by %g", n, share, what, d)
		}
	}
	near("W x", y, want)
	for i := range Block {
		row := want.Data[i*want.Stride:][:n]
		floats.AddConst(-share*floats.Sum(row), row)
	}
	square := dense.Zeros(Block, n)
	if err := dense.Gemm(t.Context(), blas.NoTrans, blas.NoTrans, 1, want, w, 0, square); err != nil {
		t.Fatal(err)
	}
	if err := f.ApplyGram(t.Context(), x, y); err != nil {
		t.Fatal(err)
	}
	near("WᵀPW x", x, square)
}
