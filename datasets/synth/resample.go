package synth

import (
	"math"

	"example.com/sfatui/datasets/prepare"
)

// resample returns n samples of x, converted from the rate from to the rate to,
// in samples per second. It interpolates with a sinc under a Hann window, which
// passes frequencies below 0.9 of half the slower rate. x is silent beyond its
// ends.
func resample(x []float64, from, to, n int) []float64 {
	common := divisor(from, to)
	up, down := to/common, from/common // output i lies at input i·down/up
	corner := 0.9 * min(1, float64(to)/float64(from))
	reach := int(math.Ceil(prepare.SincReach / corner))
	weights := make([][]float64, up) // by the output's position between two inputs
	y := make([]float64, n)
	for i := range y {
		phase, first := i*down%up, i*down/up-reach
		if weights[phase] == nil {
			weights[phase] = prepare.SincWeights(float64(phase)/float64(up), corner, reach)
		}
		low, high := max(0, first), min(len(x), first+2*reach+1)
		if low >= high {
			continue
		}
		var sum float64
		for k, w := range weights[phase][low-first : high-first] {
			sum += w * x[low+k]
		}
		y[i] = sum
	}
	return y
}

// divisor returns the greatest common divisor.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
