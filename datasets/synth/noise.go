package synth

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

const noiseSeed = 2017

// Noise returns the predictable noise of paper 002, section 4.1: n samples of d
// inputs, of which the first two are (Eq. 13)
//
//	x_t = (ξ_t, ξ_{t−1}),
//
// where ξ is white normal noise, and the other inputs are independent white
// normal noise. x_{t−1} determines half of the variance of x_t in the plane of
// the first two inputs, and nothing elsewhere: the plane's two coordinates are
// the latent variables. All inputs have variance 1; the slowest direction is
// the plane's (1, 1), but (1, −1), just as predictable, is the fastest.
//
// Every repetition is an independent draw. Numbers are on the grid of 16 bit
// sound. It panics for d below 2 and for n below 1.
func Noise(repetition uint64, n, d int) Series {
	if d < 2 || n < 1 {
		panic(fmt.Sprintf("synth: %d samples of %d inputs: predictable noise takes 1 or more of 2 or more", n, d))
	}
	rng := rand.New(rand.NewPCG(noiseSeed, repetition))
	s := Series{X: mat.NewDense(n, d, nil), Latent: mat.NewDense(n, 2, nil)}
	last := toGrid(rng.NormFloat64())
	for i := range n {
		row := s.X.RawRowView(i)
		row[0], row[1] = toGrid(rng.NormFloat64()), last
		last = row[0]
		for j := 2; j < d; j++ {
			row[j] = toGrid(rng.NormFloat64())
		}
		s.Latent.SetRow(i, row[:2])
	}
	return s
}
