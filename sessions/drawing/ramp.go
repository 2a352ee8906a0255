package drawing

import (
	"fmt"
	"math"
)

// Colour is a colour in sRGB.
type Colour struct{ R, G, B uint8 }

// Hex is the colour as CSS and terminals' libraries take it: #440154.
func (c Colour) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

var black, white = Colour{0, 0, 0}, Colour{255, 255, 255}

// RampSteps is the number of steps of the ramp.
const RampSteps = 12

// Ramp is a ramp from dark to bright whose steps are even to the eye and to
// colour-blind eyes: viridis (S. van der Walt and N. Smith, Matplotlib 2015).
var Ramp = [RampSteps]Colour{
	{68, 1, 84}, {72, 32, 114}, {69, 56, 130}, {62, 79, 138}, {52, 100, 140}, {43, 120, 142},
	{34, 140, 141}, {40, 167, 130}, {79, 192, 105}, {134, 212, 73}, {194, 223, 35}, {253, 231, 37},
}

// darkSteps are the steps of the ramp on which text is white.
const darkSteps = RampSteps / 2

// RampColour is the colour of a brightness from 0 to 1, interpolated between the
// steps of the ramp.
func RampColour(brightness float64) Colour {
	at := min(max(brightness, 0), 1) * (RampSteps - 1)
	i := min(int(at), RampSteps-2)
	from, to, t := Ramp[i], Ramp[i+1], at-float64(i)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + t*(float64(b)-float64(a))))
	}
	return Colour{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B)}
}

// RampStep is the step, from 0 to n−1, of a brightness from 0 to 1 among n.
func RampStep(brightness float64, n int) int { return min(int(brightness*float64(n)), n-1) }

// DarkStep reports that text on a step of the ramp is white, else black.
func DarkStep(step int) bool { return step < darkSteps }

// InkOn is the colour of text on a brightness of the ramp: white or black.
func InkOn(brightness float64) Colour {
	if DarkStep(RampStep(brightness, RampSteps)) {
		return white
	}
	return black
}
