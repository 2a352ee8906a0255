package synth

import "math"

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
