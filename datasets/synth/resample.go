package synth

import (
	"math"

	"example.com/sfatui/datasets/prepare"
)

// resample gives n samples of x, taken from samples a second to to samples a
// second: interpolation by a sinc under a Hann window, which passes what lies
// below 0.9 of half the slower rate. Beyond its ends x is silent.
func resample(x []float64, from, to, n int) []float64 {
	common := divisor(from, to)
	up, down := to/common, from/common // output i lies at input i·down/up
	corner := 0.9 * min(1, float64(to)/float64(from))
	reach := int(math.Ceil(prepare.SincReach / corner))
	weights := make([][]float64, up) // by the output's place between two inputs
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

// divisor is the greatest common divisor.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
