package drawing

import (
	"fmt"
	"math"
)

// Colour is a colour in sRGB.
type Colour struct{ R, G, B uint8 }

// Hex returns the colour in hexadecimal for CSS and terminal libraries:
// #440154.
func (c Colour) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

var black, white = Colour{0, 0, 0}, Colour{255, 255, 255}

// RampSteps is the number of steps of the ramp.
const RampSteps = 12

// Ramp is a perceptually uniform ramp from dark to bright, also for
// colour-blind readers: viridis (S. van der Walt and N. Smith, Matplotlib
// 2015).
var Ramp = [RampSteps]Colour{
	{68, 1, 84}, {72, 32, 114}, {69, 56, 130}, {62, 79, 138}, {52, 100, 140}, {43, 120, 142},
	{34, 140, 141}, {40, 167, 130}, {79, 192, 105}, {134, 212, 73}, {194, 223, 35}, {253, 231, 37},
}

// darkSteps is the number of steps of the ramp with white text.
const darkSteps = RampSteps / 2

// RampColour returns the colour of a brightness from 0 to 1, interpolated
// between the steps of the ramp.
func RampColour(brightness float64) Colour {
	at := min(max(brightness, 0), 1) * (RampSteps - 1)
	i := min(int(at), RampSteps-2)
	from, to, t := Ramp[i], Ramp[i+1], at-float64(i)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + t*(float64(b)-float64(a))))
	}
	return Colour{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B)}
}

// RampStep returns the step, from 0 to n−1, of a brightness from 0 to 1 among
// n.
func RampStep(brightness float64, n int) int { return min(int(brightness*float64(n)), n-1) }

// DarkStep reports whether text on a step of the ramp is white, else black.
func DarkStep(step int) bool { return step < darkSteps }

// InkOn returns the colour of text on a brightness of the ramp: white or black.
func InkOn(brightness float64) Colour {
	if DarkStep(RampStep(brightness, RampSteps)) {
		return white
	}
	return black
}

// Mark is a shape that distinguishes a series or a class without colour.
type Mark struct {
	Glyph, ASCII string // one terminal cell, in Unicode and in 7-bit ASCII
	Outline      string // an SVG path around the current point, about 10 units wide
}

// Marks lists the marks of the first series, in order: eight filled shapes, and
// the same eight with a hole.
var Marks = [...]Mark{
	{"●", "o", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z"},      // disc
	{"▲", "x", "m0 -5l5 9h-10z"},                                     // triangle
	{"■", "+", "m-4 -4h8v8h-8z"},                                     // square
	{"◆", "*", "m0 -5.5l5 5.5l-5 5.5l-5 -5.5z"},                      // diamond
	{"▼", "#", "m0 5l5 -9h-10z"},                                     // triangle on its tip
	{"✚", "%", "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"}, // cross
	{"◥", "&", "m-4.5 -4.5h9v9z"},                                    // corner
	{"▬", "$", "m-5 -2h10v4h-10z"},                                   // bar
	{"○", "a", "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0zm2.5 0a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z"},
	{"△", "b", "m0 -5l5 9h-10zm-2 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"},
	{"□", "c", "m-4 -4h8v8h-8zm2 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"},
	{"◇", "d", "m0 -5.5l5 5.5l-5 5.5l-5 -5.5zm-2 5.5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z"},
	{"▽", "e", "m0 5l5 -9h-10zm-2 -5a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z"},
	{"✛", "f", "m-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5zm0.5 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z"},
	{"◹", "g", "m-4.5 -4.5h9v9zm4.5 3a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z"},
	{"▭", "h", "m-5 -2h10v4h-10zm4 2a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z"},
}
