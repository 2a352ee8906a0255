package data

import "gonum.org/v1/gonum/floats/scalar"

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
