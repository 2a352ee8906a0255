package synth

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ForceEmbed is the default delay embedding of the driven map, in the notation
// of datasets.Options.Embed.
const ForceEmbed = "l=19"

// The number of steps of the driven map, and its two forces in radians per
// step.
const (
	forceSteps = 6009
	slowForce  = 50 * 0.0005
	fastForce  = 50 * 0.0047
)

// Force returns a logistic map with a driven parameter,
//
//	w₀ = 0.1,  w_{i+1} = (4 − 1.9 + 0.1 γ_i) w_i (1 − w_i),
//	γ_i = (sin 0.235 i + sin 0.025 i) / 2,
//
// for 6,009 steps: n×1. The latent variable is the slow force, sin 0.025 i.
//
// A slow driving force can be recovered from windows of the system's output
// (paper 004, the applications of slow feature analysis; Wiskott, Estimating
// driving forces of nonstationary time series with slow feature analysis,
// arXiv:cond-mat/0312317, 2003). Near its fixed point the map makes 19 delays
// all but dependent: so that whitening them also tests the numerics. The
// numbers are on a grid of 2⁻³⁰.
func Force() Series {
	s := Series{X: mat.NewDense(forceSteps, 1, nil), Latent: mat.NewDense(forceSteps, 1, nil)}
	w := 0.1
	for i := range forceSteps {
		slow, fast := math.Sin(slowForce*float64(i)), math.Sin(fastForce*float64(i))
		s.X.Set(i, 0, toFineGrid(w))
		s.Latent.Set(i, 0, toFineGrid(slow))
		w *= (4 - 1.9 + 0.1*(fast+slow)/2) * (1 - w)
	}
	return s
}
