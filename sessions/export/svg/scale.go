package svg

import (
	"math"
	"slices"

	"example.com/sfatui/sessions/drawing"
)

// On a logarithmic scale with values at or below 0, those stand zeroInset from
// its beginning, and the first decade begins at zeroGap. In between is a break.
const zeroInset, zeroGap = 10, 44

// newScale spans the values, which are finite, between two places, with a margin.
// Without a value it spans 0 to 1.
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
		pad = max(0.5*math.Abs(s.Hi), 1e-9) // one value, or rounding
		if log {
			pad = 0.5
		}
	}
	s.Widen(pad)
	return s
}

// holds reports that a value has a place on the scale, up to half a pixel.
func holds(s drawing.Scale, v float64) bool {
	if s.AtZero(v) {
		return s.Broken()
	}
	at := s.Place(v)
	return at >= min(s.From, s.To)-0.5 && at <= max(s.From, s.To)+0.5
}

// ticks are about count round values on the scale, in order: on a logarithmic one
// powers of ten, if there are two.
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

// multiples are about count multiples of a round step within lo … hi.
func multiples(lo, hi float64, count int) []float64 {
	return drawing.Multiples(lo, hi, drawing.RoundStep((hi-lo)/float64(count), 0), 0)
}

// apart keeps those of the values in order whose labels, centred on their places,
// do not overlap.
func apart(s drawing.Scale, values []float64) []float64 {
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	var out []float64
	end := math.Inf(-1)
	for _, v := range values {
		half := digitWidth * float64(len(label(s, v))) / 2
		if at := s.Place(v); at-half > end {
			out = append(out, v)
			end = at + half + digitWidth
		}
	}
	return out
}

// Number writes a value as the labels of drawings do, with three digits at most:
// 0.5, 1250, 1e-7. What rounds to 1e-4 or more has no exponent.
func Number(v float64) string { return drawing.Number(v, 9.995e-5) }

// label returns the number of a value on a scale; values without a logarithm share one.
func label(s drawing.Scale, v float64) string {
	if s.AtZero(v) {
		return s.ZeroLabel()
	}
	return Number(v)
}

// shades are the brightnesses of values, from 0 for the least to 1 for the
// greatest.
type shades struct {
	log    bool
	lo, hi float64 // the least and the greatest value; lo > hi without any
	zero   string  // the label of values without a logarithm; "" where there are none
}

// newShades spans the finite ones of the values; on a logarithmic scale those
// above 0.
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

// of is the brightness of a value; what has no logarithm is as dark as can be.
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

// finite are the finite ones of the values.
func finite(values []float64) []float64 {
	return slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !drawing.Finite(v) })
}
