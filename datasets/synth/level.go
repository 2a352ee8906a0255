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

// rms is the effective value of a sound.
func rms(x []float64) float64 {
	var power float64
	for _, v := range x {
		power += v * v
	}
	return math.Sqrt(power / float64(len(x)))
}

// toFineGrid rounds x to a multiple of 2⁻³⁰, for what the grid of 16 bit sound
// is too coarse for: functions of which features are compared to many digits.
// Arithmetic that differs in its last digit still comes to the same multiple,
// but for a chance of one in millions a number. Adding 0 leaves no −0, whose
// sign would show.
func toFineGrid(x float64) float64 { return math.Round(x*(1<<30))/(1<<30) + 0 }
