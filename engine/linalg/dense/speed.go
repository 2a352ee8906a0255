package dense

import (
	"context"
	"sync"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// speedOrder is the order of matrices whose product reaches the rate of large jobs:
	// at order 960, packing and waiting for the last block take 20 % of the time.
	speedOrder = 1536
	// firstOrder is the order tried first; a slow processor would take seconds for speedOrder.
	firstOrder = speedOrder / 4
	speedTime  = 150 * time.Millisecond
)

// Speed returns the rate in floating-point operations per second of a matrix product
// of the engine, on all processors and on the active path ([simd.Path]). The first call
// measures it in about a fifth of a second.
func Speed() float64 { return speed() }

var speed = sync.OnceValue(func() float64 {
	for order := firstOrder; ; order *= 2 {
		multiply := productOf(order)
		best, took := multiply()
		if order < speedOrder && 8*took < speedTime {
			continue
		}
		for end := time.Now().Add(speedTime - took); time.Now().Before(end); {
			again, _ := multiply()
			best = max(best, again)
		}
		return best
	}
})

// productOf returns a function that multiplies two matrices of an order and returns the rate and
// the time that it takes.
func productOf(order int) func() (rate float64, took time.Duration) {
	filled := func() blas64.General {
		g := Zeros(order, order)
		for i := range g.Data {
			g.Data[i] = float64(i%251) / 251
		}
		return g
	}
	a, b, c := filled(), filled(), filled()
	return func() (float64, time.Duration) {
		start := time.Now()
		// The background context never ends, so there is no error.
		_ = Gemm(context.Background(), blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
		took := time.Since(start)
		n := float64(order)
		return 2 * n * n * n / took.Seconds(), took
	}
}
