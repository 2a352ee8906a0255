package synth

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// SinCos returns the simulation of paper 003, section 4.1: n samples, the first
// at t = 0 and the last at t = 2π, of
//
//	x₁ = sin t + cos⁴ 11t,  x₂ = cos 11t.
//
// The latent variable is sin t = x₁ − x₂⁴: functions of degree two and three
// cannot separate it from the signal that is eleven times as fast; one of
// degree four can. (Wiskott and Sejnowski, Neural Computation 14, 715–770,
// 2002, have cos² in place of cos⁴, which functions of degree two separate.)
// The numbers are on a grid of 2⁻³⁰.
//
// It panics for n below 2.
func SinCos(n int) Series {
	if n < 2 {
		panic(fmt.Sprintf("synth: %d samples of a curve: it takes 2 or more", n))
	}
	s := Series{X: mat.NewDense(n, 2, nil), Latent: mat.NewDense(n, 1, nil)}
	for i := range n {
		t := 2 * math.Pi * float64(i) / float64(n-1)
		slow, fast := math.Sin(t), math.Cos(11*t)
		s.Latent.Set(i, 0, toFineGrid(slow))
		s.X.SetRow(i, []float64{toFineGrid(slow + fast*fast*fast*fast), toFineGrid(fast)})
	}
	return s
}
