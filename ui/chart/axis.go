package chart

import (
	"math"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
)

// axis maps values to cells 0 … n−1, monotonically.
type axis struct {
	drawing.Scale
	n int
	// On a broken axis, values without a logarithm share cell 0 and the others
	// start at cell skip; skip is 0 otherwise.
	skip int
}

// newAxis spans the values, all of them drawable. gap is how many cells a place
// for values without a logarithm takes.
func newAxis(values []float64, log bool, n, gap int) axis {
	a := axis{Scale: drawing.Fit(values, log), n: n}
	if a.Broken() {
		a.skip = min(gap, n-1)
	}
	a.From, a.To = float64(a.skip), float64(n-1)
	if a.Empty() {
		a.Lo, a.Hi = 0, 0
	}
	// Rounding is no reason for a picture: what differs in the last digits
	// only is shown as equal.
	size := max(math.Abs(a.Lo), math.Abs(a.Hi))
	if log {
		size = max(size, 1)
	}
	if a.Hi-a.Lo <= max(drawing.Tiny, 1e-12*size) {
		pad := 1.0
		switch {
		case log:
			pad = 0.5
		case size > drawing.Tiny:
			pad = size / 10
		}
		a.Widen(pad)
	}
	return a
}

// position is where v lies, in cells from the first, within 0 … n−1. What lies
// outside the axis is at its edge.
func (a *axis) position(v float64) float64 {
	if a.AtZero(v) {
		return 0
	}
	return min(max(a.Place(v), a.From), a.To)
}

func (a *axis) cell(v float64) int { return int(math.Floor(a.position(v) + 0.5)) }

// holds reports that v lies between the ends of the axis, or before the break.
func (a *axis) holds(v float64) bool {
	if a.AtZero(v) {
		return a.skip > 0
	}
	return a.Holds(v)
}

// zeroLabel names cell 0 before the break.
func (a *axis) zeroLabel() clean.Text {
	if a.Negative {
		return "≤0"
	}
	return "0"
}

// number writes a value as labels do, with three significant digits: 0.5, 1.58,
// 1250, 1e-7.
func number(v float64) clean.Text { return clean.Of(drawing.Number(v, 0.00999)) }

// drawable is false for what no axis can hold. The bound keeps differences of
// two values finite.
func drawable(v float64) bool { return math.Abs(v) <= 1e300 }
