package svg

import (
	"math"
	"slices"

	"example.com/sfatui/sessions/drawing"
)

// On a logarithmic scale, values that are not positive are drawn zeroInset from
// its start, and the first decade begins at zeroGap. The axis is broken between
// the two.
const zeroInset, zeroGap = 10, 44

// newScale returns a scale from one position to another that spans the finite
// values with a margin, or 0 to 1 without values.
func newScale(values []float64, log bool, from, to float64) drawing.Scale {
	s := drawing.Fit(values, log)
	s.From, s.To = from, to
	if s.Broken() {
		s.Zero, s.From = from+math.Copysign(zeroInset, to-from), from+math.Copysign(zeroGap, to-from)
	}
	if s.Empty() {
		s.Lo, s.Hi = 0, 1
	}
	pad := 0.04 * (s.Hi - s.Lo)
	if pad <= 1e-9*max(math.Abs(s.Lo), math.Abs(s.Hi)) {
		pad = max(0.5*math.Abs(s.Hi), 1e-9) // one value, or values that differ by rounding
		if log {
			pad = 0.5
		}
	}
	s.Widen(pad)
	return s
}

// holds reports whether a value lies on the scale, within half a pixel.
func holds(s drawing.Scale, v float64) bool {
	if s.AtZero(v) {
		return s.Broken()
	}
	at := s.Place(v)
	return at >= min(s.From, s.To)-0.5 && at <= max(s.From, s.To)+0.5
}

// ticks returns about count round values on the scale in order. On a
// logarithmic scale they are powers of ten if it contains two.
func ticks(s drawing.Scale, count int) []float64 {
	var out []float64
	if s.Broken() {
		out = append(out, 0)
	}
	if s.Bare() {
		return out
	}
	if !s.Log {
		return append(out, multiples(s.Lo, s.Hi, count)...)
	}
	stride := max(1, int(math.Ceil((s.Hi-s.Lo)/float64(count))))
	if decades := s.Decades(stride, 0); len(decades) >= 2 {
		return append(out, decades...)
	}
	within := slices.DeleteFunc(s.WithinDecades(), func(v float64) bool { return !holds(s, v) })
	if len(within) < 2 {
		within = multiples(math.Pow(10, s.Lo), math.Pow(10, s.Hi), count)
	}
	return append(out, within...)
}

// multiples returns about count multiples of a round step within lo … hi.
func multiples(lo, hi float64, count int) []float64 {
	return drawing.Multiples(lo, hi, drawing.RoundStep((hi-lo)/float64(count), 0), 0)
}

// withoutOverlap returns the values, in order, whose centred labels do not
// overlap.
func withoutOverlap(s drawing.Scale, values []float64, label func(float64) string) []float64 {
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	var out []float64
	end := math.Inf(-1)
	for _, v := range values {
		half := digitWidth * float64(columnsOf(label(v))) / 2
		if at := s.Place(v); at-half > end {
			out = append(out, v)
			end = at + half + digitWidth
		}
	}
	return out
}

// Number formats a value for labels, with at most three digits: 0.5, 1250,
// 1e-7. Values that round to 1e-4 or more have no exponent.
func Number(v float64) string { return drawing.Number(v, 9.995e-5) }

// label returns the label of a value on a scale; values without a logarithm
// share one.
func label(s drawing.Scale, v float64) string {
	if s.AtZero(v) {
		return s.ZeroLabel()
	}
	return Number(v)
}

// shades maps values to brightnesses, from 0 for the smallest to 1 for the
// largest.
type shades struct {
	log    bool
	lo, hi float64 // smallest and largest value; lo > hi without any
	zero   string  // label of values without a logarithm; "" for none
}

// newShades returns the shades of the finite values; on a logarithmic scale of
// the positive ones.
func newShades(values []float64, log bool) shades {
	s := shades{log: log, lo: math.Inf(1), hi: math.Inf(-1)}
	for _, v := range finite(values) {
		switch {
		case !log || v > 0:
			s.lo, s.hi = min(s.lo, v), max(s.hi, v)
		case v < 0:
			s.zero = "≤0"
		case s.zero == "":
			s.zero = "0"
		}
	}
	return s
}

// brightness returns the brightness of a value; 0 for a value without a
// logarithm.
func (s shades) brightness(v float64) float64 {
	lo, hi := s.lo, s.hi
	if s.log {
		if v <= 0 {
			return 0
		}
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	if !(hi > lo) {
		return 0.5 // a single value
	}
	return (v - lo) / (hi - lo)
}

// finite returns the finite values.
func finite(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !drawing.Finite(v) })
}
