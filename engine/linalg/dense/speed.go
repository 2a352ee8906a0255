package dense

import (
	"context"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// speedOrder is the order of matrices whose product reaches the rate of large jobs:
	// at order 960, packing and waiting for the last block take 20 % of the time.
	speedOrder = 1536
	speedTime  = 150 * time.Millisecond
)

// Speed measures the rate in floating-point operations per second of a matrix product
// of the engine, on all processors and on the active path ([simd.Path]), in about a
// fifth of a second.
func Speed() float64 {
	filled := func() blas64.General {
		g := Zeros(speedOrder, speedOrder)
		for i := range g.Data {
			g.Data[i] = float64(i%251) / 251
		}
		return g
	}
	a, b, c := filled(), filled(), filled()
	best := 0.0
	for end, runs := time.Now().Add(speedTime), 0; runs < 2 || time.Now().Before(end); runs++ {
		start := time.Now()
		// The background context never ends, so there is no error.
		_ = Gemm(context.Background(), blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
		best = max(best, 2*speedOrder*speedOrder*speedOrder/time.Since(start).Seconds())
	}
	return best
}
