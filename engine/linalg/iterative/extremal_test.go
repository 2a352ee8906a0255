package iterative

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

func TestExtremal(t *testing.T) {
	for _, n := range []int{1, 9, 300} {
		a, values := linalgtest.Reflected(n, 90, func(i int) float64 { return 1 + math.Sqrt(float64(i)) })
		e, err := ExtremalOf(t.Context(), dense.RawSym(a), LargestTol)
		if err != nil {
			t.Fatal(err)
		}
		if high := values[n-1]; !(math.Abs(e.High-high) <= 1e-9*high) || e.Low < values[0]-1e-12 || e.HighResidual > LargestTol*high {
			t.Errorf("n=%d: %+v, want %g … %g", n, e, values[0], high)
		}
	}
}

func TestLargest(t *testing.T) {
	const n = 400
	a, values := linalgtest.Reflected(n, 91, func(i int) float64 { return math.Pow(0.9, float64(i)) })
	got, err := Largest(t.Context(), n, SmallestPivots(slices.Repeat([]float64{1}, n)), func(_ context.Context, x blas64.General) error {
		y := dense.Zeros(x.Rows, x.Cols)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, x, dense.RawSym(a), 0, y)
		for i := range x.Rows {
			copy(x.Data[i*x.Stride:][:x.Cols], y.Data[i*y.Stride:])
		}
		return nil
	})
	if want := values[n-1]; err != nil || !(math.Abs(got-want) <= SmallestTol*want) {
		t.Errorf("%g, want %g, error %v", got, want, err)
	}
}
