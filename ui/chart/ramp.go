package chart

import "math"

// RampSteps is the number of steps of the perceptual ramp, dark to bright.
const RampSteps = 12

// contrast is the step that stands for a colour that is read on any other.
const contrast = RampSteps

// rampBase is above all other roles, those of callers too.
const rampBase Role = 1 << 10

// none is the step of no colour.
const none = -1

// rampRole is the role of a glyph of one step of the ramp on another.
func rampRole(glyph, ground int) Role {
	return rampBase + Role((glyph+1)*(RampSteps+1)+ground+1)
}

// Ramp says which steps of the ramp a role stands for, 0 … RampSteps−1: that of
// the glyph and that of the ground behind it. A step of −1 is no colour, a glyph
// of RampSteps one that is read on the ground. Ok is false for other roles.
func (r Role) Ramp() (glyph, ground int, ok bool) {
	if r < rampBase {
		return none, none, false
	}
	k := int(r - rampBase)
	return k/(RampSteps+1) - 1, k%(RampSteps+1) - 1, true
}

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
func (s shade) of(v float64) float64 {
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
	return min(int(t*float64(n)), n-1)
}
