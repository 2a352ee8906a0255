package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// tiny is what counts as zero: logarithms and steps of still smaller numbers,
// most of them denormal, are not to be relied on.
const tiny = 1e-300

// axis maps values to cells 0 … n−1, monotonically.
type axis struct {
	log    bool
	lo, hi float64 // what the first and the last cell stand for; log10 of it if log
	n      int
	// On a logarithmic axis with values ≤ 0, those share cell 0 and the others
	// start at cell skip; skip is 0 otherwise.
	skip int
	neg  bool // some of the values in cell 0 are negative
}

// newAxis spans the values, all of them drawable. gap is how many cells a
// place for values ≤ 0 takes.
func newAxis(values []float64, log bool, n, gap int) axis {
	a := axis{log: log, n: n, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range values {
		if a.zero(v) {
			a.skip = min(gap, n-1)
			a.neg = a.neg || v < 0
			continue
		}
		if log {
			v = math.Log10(v)
		}
		a.lo, a.hi = min(a.lo, v), max(a.hi, v)
	}
	if a.lo > a.hi {
		a.lo, a.hi = 0, 0
	}
	// Rounding is no reason for a picture: what differs in the last digits
	// only is shown as equal.
	scale := max(math.Abs(a.lo), math.Abs(a.hi))
	if log {
		scale = max(scale, 1)
	}
	if a.hi-a.lo <= max(tiny, 1e-12*scale) {
		pad := 1.0
		switch {
		case log:
			pad = 0.5
		case scale > tiny:
			pad = scale / 10
		}
		a.lo, a.hi = a.lo-pad, a.hi+pad
	}
	return a
}

// zero says that v has its place before the break.
func (a axis) zero(v float64) bool { return a.log && v < tiny }

// position is where v lies, in cells from the first, within 0 … n−1. What lies
// outside the axis is at its edge.
func (a axis) position(v float64) float64 {
	if a.zero(v) {
		return 0
	}
	if a.log {
		v = math.Log10(v)
	}
	t := min(max((v-a.lo)/(a.hi-a.lo), 0), 1)
	return float64(a.skip) + t*float64(a.n-1-a.skip)
}

func (a axis) cell(v float64) int { return int(math.Floor(a.position(v) + 0.5)) }

// holds says that v lies between the ends of the axis.
func (a axis) holds(v float64) bool {
	if a.zero(v) {
		return a.skip > 0
	}
	if a.log {
		v = math.Log10(v)
	}
	return v >= a.lo && v <= a.hi
}

// zeroLabel names cell 0 before the break.
func (a axis) zeroLabel() clean.Text {
	if a.neg {
		return "≤0"
	}
	return "0"
}

// tick is a place on an axis with its label.
type tick struct {
	cell  int
	label clean.Text
}

// ticksApart gives ticks at round numbers (on a logarithmic axis at decades,
// if there are two) that are about apart cells from each other or more, and at
// the place of zero. There may be none.
func (a axis) ticksApart(apart int) []tick {
	var ticks []tick
	if a.skip > 0 {
		ticks = append(ticks, tick{0, a.zeroLabel()})
	}
	from := len(ticks)
	if a.log {
		ticks = a.decades(ticks, apart)
		if len(ticks)-from < 2 {
			ticks = a.within(ticks[:from], apart)
		}
	} else {
		ticks = a.round(ticks, apart)
	}
	return ticks
}

// decades appends ticks at every power of ten, or every second, third, …; at
// two of them at least, if there are two, even if they are closer than apart.
func (a axis) decades(ticks []tick, apart int) []tick {
	from := len(ticks)
	perCell := (a.hi - a.lo) / max(float64(a.n-1-a.skip), 1)
	for stride := max(1, int(math.Ceil(float64(apart)*perCell))); ; stride-- {
		for k := int(math.Ceil(a.lo/float64(stride)-1e-9)) * stride; float64(k) <= a.hi+1e-9; k += stride {
			v := math.Pow10(k)
			ticks = append(ticks, tick{a.cell(v), number(v)})
		}
		if len(ticks)-from >= 2 || stride == 1 {
			return ticks
		}
		ticks = ticks[:from]
	}
}

// within appends ticks to a logarithmic axis of less than two decades: at 1, 2
// and 5 times a power of ten, or else at round differences.
func (a axis) within(ticks []tick, apart int) []tick {
	from, next := len(ticks), a.skip
	for k := int(math.Floor(a.lo)); float64(k) <= a.hi; k++ {
		for _, m := range []float64{1, 2, 5} {
			v := m * math.Pow10(k)
			if c := a.cell(v); a.holds(v) && c >= next {
				ticks = append(ticks, tick{c, number(v)})
				next = c + apart
			}
		}
	}
	if len(ticks)-from >= 2 {
		return ticks
	}
	lin := axis{lo: math.Pow(10, a.lo), hi: math.Pow(10, a.hi), n: a.n - a.skip}
	ticks = ticks[:from]
	for _, t := range lin.roundValues(apart) {
		ticks = append(ticks, tick{a.cell(t.value), t.label})
	}
	return ticks
}

// round appends ticks at multiples of 1, 2 or 5 times a power of ten.
func (a axis) round(ticks []tick, apart int) []tick {
	for _, t := range a.roundValues(apart) {
		ticks = append(ticks, tick{a.cell(t.value), t.label})
	}
	return ticks
}

type labelled struct {
	value float64
	label clean.Text
}

// roundValues are the round numbers on a linear axis, with a step that keeps
// them apart cells from each other; a smaller step if that gives less than two.
func (a axis) roundValues(apart int) []labelled {
	span := a.hi - a.lo
	if span < tiny {
		return nil // its steps would be denormal numbers
	}
	least := float64(apart) * span / max(float64(a.n-1), 1)
	var found []labelled
	for step := ceilStep(least); ; step = ceilStep(step * 0.4) {
		found = multiples(a.lo, a.hi, step)
		if len(found) >= 2 || step < span/8 {
			return found
		}
	}
}

// ceilStep is the least of 1, 2, 5 times a power of ten that is not below v.
func ceilStep(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*p >= v*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

func multiples(lo, hi, step float64) []labelled {
	var found []labelled
	biggest := max(math.Abs(lo), math.Abs(hi))
	first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
	for i := first; i <= last && len(found) < 500; i++ {
		v := i * step
		found = append(found, labelled{v, stepNumber(v, step, biggest)})
	}
	return found
}
