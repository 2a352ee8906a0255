package data

import (
	"gonum.org/v1/gonum/floats/scalar"
)

// Extremes are the least and the largest of some numbers, and how often each is met. Before
// the first number Min and Max are that number, or +∞ and −∞.
type Extremes struct {
	Min, Max     float64
	AtMin, AtMax int
}

// Add takes up a number.
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

// steadyUnits is by how many units in the last place a constant may waver: one up and one
// down, twice that for what arithmetic has done to it.
const steadyUnits = 4

// Steady reports whether v is the value of a constant, but for rounding.
func Steady(v, constant float64) bool {
	return v == constant || scalar.EqualWithinULP(v, constant, steadyUnits)
}

// ScalesApart is the ratio of the standard deviations of two inputs from which on it is
// worth telling: most of the digits of the smaller are lost where the two are added.
const ScalesApart = 1e5
