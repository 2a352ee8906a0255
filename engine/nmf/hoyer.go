package nmf

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// Sparseness is (√n − ‖x‖₁/‖x‖₂)/(√n − 1) (Hoyer 2004): 1 with a single entry that is not
// zero, 0 with all entries of one size; NaN of zeros, and of fewer than two entries.
func Sparseness(x []float64) float64 {
	root := math.Sqrt(float64(len(x)))
	return (root - floats.Norm(x, 1)/floats.Norm(x, 2)) / (root - 1)
}

// Project makes of x the nearest vector without negative entries that has its norm ‖x‖₂
// and a given sparseness from 0 to 1 (Hoyer 2004).
func Project(x []float64, sparseness float64) {
	n := float64(len(x))
	two := floats.Norm(x, 2)
	one := two * (math.Sqrt(n) - sparseness*(math.Sqrt(n)-1))
	floats.AddConst((one-floats.Sum(x))/n, x)
	zero := make([]bool, len(x))
	for free := len(x); free > 0; {
		// from the middle of the simplex through x to the sphere
		middle := one / float64(free)
		var a, b, c float64
		for i, v := range x {
			m := middle
			if zero[i] {
				m = 0
			}
			w := v - m
			a, b, c = a+w*w, b+2*m*w, c+m*m
		}
		alpha := 0.0
		if a > 0 {
			alpha = (-b + math.Sqrt(max(b*b-4*a*(c-two*two), 0))) / (2 * a)
		}
		negative := false
		for i, v := range x {
			if zero[i] {
				x[i] = 0
				continue
			}
			x[i] = middle + alpha*(v-middle)
			negative = negative || x[i] < 0
		}
		if !negative {
			return
		}
		for i, v := range x {
			if v < 0 {
				x[i], zero[i] = 0, true
			}
		}
		free = 0
		for _, z := range zero {
			if !z {
				free++
			}
		}
		if free == 0 {
			return
		}
		excess := (floats.Sum(x) - one) / float64(free)
		for i := range x {
			if !zero[i] {
				x[i] -= excess
			}
		}
	}
}
