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

// beyond returns the side on which v lies outside the axis: 1 above, -1 below, 0 inside.
func (a *axis) beyond(v float64) int {
	switch {
	case a.holds(v):
		return 0
	case !a.AtZero(v) && a.Place(v) > a.To:
		return 1
	}
	return -1
}

// number writes a value as labels do, with three significant digits: 0.5, 1.58,
// 1250, 1e-7.
func number(v float64) clean.Text { return clean.Of(drawing.Number(v, 0.00999)) }

// drawable is false for what no axis can hold. The bound keeps differences of
// two values finite.
func drawable(v float64) bool { return math.Abs(v) <= 1e300 }

// rounding lets ticks lie outside an axis by that share of a step, or of a decade.
const rounding = 1e-9

// tick is a place on an axis with its label.
type tick struct {
	cell  int
	label clean.Text
}

// ticksApart gives ticks at round numbers (on a logarithmic axis at decades,
// if there are two) that are about apart cells from each other or more, and at
// the place of zero. There may be none.
func (a *axis) ticksApart(apart int) []tick {
	var ticks []tick
	if a.skip > 0 || a.Bare() {
		ticks = append(ticks, tick{0, clean.Of(a.ZeroLabel())})
	}
	if a.Bare() {
		return ticks
	}
	if !a.Log {
		return append(ticks, a.roundTicks(a.Lo, a.Hi, a.n, apart)...)
	}
	round := a.decadeTicks(apart)
	if len(round) < 2 {
		round = a.withinDecades(apart)
	}
	return append(ticks, round...)
}

// decadeTicks are ticks at every power of ten, or every second, third, …; at two
// of them at least, if there are two, even if they are closer than apart.
func (a *axis) decadeTicks(apart int) []tick {
	perCell := (a.Hi - a.Lo) / max(float64(a.n-1-a.skip), 1)
	for stride := max(1, int(math.Ceil(float64(apart)*perCell))); ; stride-- {
		decades := a.Decades(stride, rounding)
		if len(decades) < 2 && stride > 1 {
			continue
		}
		var ticks []tick
		for _, v := range decades {
			ticks = append(ticks, tick{a.cell(v), number(v)})
		}
		return ticks
	}
}

// withinDecades are ticks on a logarithmic axis of less than two decades: at 1, 2
// and 5 times a power of ten, or else at round differences.
func (a *axis) withinDecades(apart int) []tick {
	var ticks []tick
	next := a.skip
	for _, v := range a.WithinDecades() {
		if c := a.cell(v); a.holds(v) && c >= next {
			ticks = append(ticks, tick{c, number(v)})
			next = c + apart
		}
	}
	if len(ticks) >= 2 {
		return ticks
	}
	return a.roundTicks(math.Pow(10, a.Lo), math.Pow(10, a.Hi), a.n-a.skip, apart)
}

// roundTicks are ticks at the round numbers from lo to hi, which take n cells,
// with a step that keeps them apart cells from each other; with a smaller step if
// that gives less than two.
func (a *axis) roundTicks(lo, hi float64, n, apart int) []tick {
	span := hi - lo
	if span < drawing.Tiny {
		return nil // its steps would be denormal numbers
	}
	least := float64(apart) * span / max(float64(n-1), 1)
	biggest := max(math.Abs(lo), math.Abs(hi))
	for step := drawing.RoundStep(least, rounding); ; step = drawing.RoundStep(step*0.4, rounding) {
		values := drawing.Multiples(lo, hi, step, rounding)
		if len(values) < 2 && step >= span/8 {
			continue
		}
		var ticks []tick
		for _, v := range values {
			ticks = append(ticks, tick{a.cell(v), clean.Of(drawing.StepNumber(v, step, biggest))})
		}
		return ticks
	}
}
