package sessions

import (
	"fmt"
	"math"
)

// rampColours are steps of a ramp that is even to the eye and to colour-blind
// eyes (viridis), dark to bright.
var rampColours = [][3]float64{
	{68, 1, 84}, {72, 32, 114}, {69, 56, 130}, {62, 79, 138}, {52, 100, 140}, {43, 120, 142},
	{34, 140, 141}, {40, 167, 130}, {79, 192, 105}, {134, 212, 73}, {194, 223, 35}, {253, 231, 37},
}

// rampColour is the colour of a brightness from 0 to 1, between the steps.
func rampColour(t float64) string {
	at := min(max(t, 0), 1) * float64(len(rampColours)-1)
	i := min(int(at), len(rampColours)-2)
	var c [3]int
	for k := range c {
		c[k] = int(math.Round(rampColours[i][k] + (at-float64(i))*(rampColours[i+1][k]-rampColours[i][k])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// inkOn is what is read on a brightness of the ramp.
func inkOn(t float64) string {
	if t < 0.5 {
		return "#ffffff"
	}
	return "#000000"
}

// shades are the brightnesses of values from lo to hi.
type shades struct {
	log    bool
	lo, hi float64
}

// newShades spans finite values; on a logarithmic scale those above 0.
func newShades(values []float64, log bool) shades {
	s := shades{log, math.Inf(1), math.Inf(-1)}
	for _, v := range values {
		if finite(v) && (!log || v > 0) {
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		}
	}
	return s
}

// of is the brightness of a value; what has none on a logarithmic scale is as
// dark as can be.
func (s shades) of(v float64) float64 {
	lo, hi := s.lo, s.hi
	if s.log {
		if v <= 0 {
			return 0
		}
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	if !(hi > lo) {
		return 0.5 // one value
	}
	return (v - lo) / (hi - lo)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
