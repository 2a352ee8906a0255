package chart

import (
	"math"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
)

// axis maps values monotonically to cells 0 … n−1.
type axis struct {
	drawing.Scale
	n int
	// On a broken axis, values without a logarithm share cell 0 and the others start at cell
	// skip; otherwise skip is 0.
	skip int
}

// newAxis returns an axis of n cells over drawable values. gap is the width in cells of the
// place for values without a logarithm.
func newAxis(values []float64, log bool, n, gap int) axis {
	a := axis{Scale: drawing.Fit(values, log), n: n}
	if a.Broken() {
		a.skip = min(gap, n-1)
	}
	a.From, a.To = float64(a.skip), float64(n-1)
	if a.Empty() {
		a.Lo, a.Hi = 0, 0
	}
	// Values that differ only by rounding are drawn as equal.
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

// position returns the distance of v from the first cell, in cells, clamped to 0 … n−1.
func (a *axis) position(v float64) float64 {
	if a.AtZero(v) {
		return 0
	}
	return min(max(a.Place(v), a.From), a.To)
}

// cell returns the cell of v.
func (a *axis) cell(v float64) int { return int(math.Floor(a.position(v) + 0.5)) }

// contains reports whether v lies within the axis, or has a place before its break.
func (a *axis) contains(v float64) bool {
	if a.AtZero(v) {
		return a.skip > 0
	}
	return a.Holds(v)
}

// sideOf returns 1 if v lies above the axis, -1 below, 0 inside.
func (a *axis) sideOf(v float64) int {
	switch {
	case a.contains(v):
		return 0
	case !a.AtZero(v) && a.Place(v) > a.To:
		return 1
	}
	return -1
}

// formatNumber writes a value with three significant digits: 0.5, 1.58, 1250, 1e-7.
func formatNumber(v float64) clean.Text { return clean.Of(drawing.Number(v, 0.00999)) }

// drawable reports whether an axis can contain v. The bound keeps differences of two values
// finite.
func drawable(v float64) bool { return math.Abs(v) <= 1e300 }

// rounding is the tolerance of ticks beyond the ends of an axis, as a share of a step or a
// decade.
const rounding = 1e-9

// tick is a labelled cell of an axis.
type tick struct {
	cell  int
	label clean.Text
}

// ticksApart returns ticks at round numbers, at least about apart cells from each other, and at
// the place of zero. A logarithmic axis gets decades if it contains two. There may be no ticks.
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
		round = a.ticksWithinDecades(apart)
	}
	return append(ticks, round...)
}

// decadeTicks returns ticks at every k-th power of ten, apart cells from each other. If the
// axis contains two decades it returns at least two ticks, even if they are closer.
func (a *axis) decadeTicks(apart int) []tick {
	perCell := (a.Hi - a.Lo) / max(float64(a.n-1-a.skip), 1)
	for stride := max(1, int(math.Ceil(float64(apart)*perCell))); ; stride-- {
		decades := a.Decades(stride, rounding)
		if len(decades) < 2 && stride > 1 {
			continue
		}
		var ticks []tick
		for _, v := range decades {
			ticks = append(ticks, tick{a.cell(v), formatNumber(v)})
		}
		return ticks
	}
}

// ticksWithinDecades returns ticks of a logarithmic axis of less than two decades: at 1, 2 and
// 5 times a power of ten, or else at round differences.
func (a *axis) ticksWithinDecades(apart int) []tick {
	var ticks []tick
	next := a.skip
	for _, v := range a.WithinDecades() {
		if c := a.cell(v); a.contains(v) && c >= next {
			ticks = append(ticks, tick{c, formatNumber(v)})
			next = c + apart
		}
	}
	if len(ticks) >= 2 {
		return ticks
	}
	return a.roundTicks(math.Pow(10, a.Lo), math.Pow(10, a.Hi), a.n-a.skip, apart)
}

// roundTicks returns ticks at round numbers from lo to hi, which span n cells, at least apart
// cells from each other. A smaller step is used if that gives fewer than two ticks.
func (a *axis) roundTicks(lo, hi float64, n, apart int) []tick {
	span := hi - lo
	if span < drawing.Tiny {
		return nil // steps would be denormal numbers
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
