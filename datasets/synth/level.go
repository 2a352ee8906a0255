package synth

import (
	"math"
)

// toPeak scales a sound to peak 1, on the grid.
func toPeak(x []float64) []float64 {
	peak := 0.0
	for _, v := range x {
		peak = max(peak, math.Abs(v))
	}
	for i, v := range x {
		x[i] = toGrid(v / peak)
	}
	return x
}

// rms returns the root mean square of a sound.
func rms(x []float64) float64 {
	var power float64
	for _, v := range x {
		power += v * v
	}
	return math.Sqrt(power / float64(len(x)))
}

// toFineGrid rounds x to a multiple of 2⁻³⁰, for functions of which features
// are compared to many digits and for which the grid of 16-bit sound is too
// coarse. Arithmetic that differs in the last digit rounds to the same
// multiple, except with a chance of one in millions per number. Adding 0 turns
// −0 into 0, because the sign would be visible.
func toFineGrid(x float64) float64 { return math.Round(x*(1<<30))/(1<<30) + 0 }
