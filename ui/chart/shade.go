package chart

import (
	"math"

	"example.com/sfatui/sessions/drawing"
)

// shade is how bright a value is shown, 0 … 1, NaN for one that is not drawn.
type shade struct {
	axis
	any bool
}

// newShade spans the drawable values.
func newShade(values [][]float64, log bool) shade {
	var in []float64
	for _, row := range values {
		for _, v := range row {
			if drawable(v) {
				in = append(in, v)
			}
		}
	}
	return shade{newAxis(in, log, 1001, 1), len(in) > 0}
}

// of is the brightness of a value.
func (s *shade) of(v float64) float64 {
	if !drawable(v) {
		return math.NaN()
	}
	return s.position(v) / 1000
}

// step is the step of a brightness among n, none for NaN.
func step(t float64, n int) int {
	if math.IsNaN(t) {
		return none
	}
	return drawing.RampStep(t, n)
}
