package linalg

import (
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"
)

// Speed measures how many floating-point operations a second a matrix product
// reaches here, on all processors, in about a tenth of a second.
func Speed() float64 {
	const n = 384
	rng := rand.New(rand.NewPCG(1, 1))
	a, b := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			a.Set(i, j, rng.Float64())
			b.Set(i, j, rng.Float64())
		}
	}
	var c mat.Dense
	best := 0.0
	for end := time.Now().Add(100 * time.Millisecond); best == 0 || time.Now().Before(end); {
		start := time.Now()
		c.Mul(a, b)
		best = max(best, 2*n*n*n/time.Since(start).Seconds())
	}
	return best
}
