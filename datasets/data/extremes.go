package data

import (
	"gonum.org/v1/gonum/floats/scalar"
)

// Extremes holds the minimum and maximum of some numbers, and how often each
// occurs. Initialise Min and Max to the first number, or to +∞ and −∞.
type Extremes struct {
	Min, Max     float64
	AtMin, AtMax int
}

// Add updates the extremes with a number.
func (e *Extremes) Add(x float64) {
	switch {
	case x < e.Min:
		e.Min, e.AtMin = x, 1
	case x == e.Min:
		e.AtMin++
	}
	switch {
	case x > e.Max:
		e.Max, e.AtMax = x, 1
	case x == e.Max:
		e.AtMax++
	}
}

// steadyUnits is the tolerance of a constant in units in the last place: one up
// and one down, doubled for the error of previous arithmetic.
const steadyUnits = 4

// Steady reports whether v equals the constant except for rounding.
func Steady(v, constant float64) bool {
	return v == constant || scalar.EqualWithinULP(v, constant, steadyUnits)
}

// ScalesApart is the ratio of two inputs' standard deviations from which it is
// reported: adding them loses most of the digits of the smaller.
const ScalesApart = 1e5
