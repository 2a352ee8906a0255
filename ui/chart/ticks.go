package chart

import (
	"math"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
)

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
	if a.skip > 0 {
		ticks = append(ticks, tick{0, a.zeroLabel()})
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
