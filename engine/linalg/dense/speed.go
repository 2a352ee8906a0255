package dense

import (
	"context"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// Speed measures how many floating-point operations a second a matrix product
// of the engine reaches here, on all processors and on the path that runs
// ([simd.Path]), in about a tenth of a second.
func Speed() float64 {
	const n = 960
	rng := rand.New(rand.NewPCG(1, 1))
	random := func() blas64.General {
		g := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
		for i := range g.Data {
			g.Data[i] = rng.Float64()
		}
		return g
	}
	a, b, c := random(), random(), random()
	best := 0.0
	for end := time.Now().Add(100 * time.Millisecond); best == 0 || time.Now().Before(end); {
		start := time.Now()
		// Without a cancellable context there is nothing to report.
		_ = Gemm(context.Background(), blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
		best = max(best, 2*n*n*n/time.Since(start).Seconds())
	}
	return best
}
