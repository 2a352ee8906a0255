package drawing

import (
	"math"
	"strings"

	"example.com/sfatui/datasets/message"
)

// mostTicks is the maximum number of multiples, for a step that is far too
// small.
const mostTicks = 500

// RoundStep returns the smallest of 1, 2 and 5 times a power of ten that is at
// least least, or smaller by at most the share slack of it.
func RoundStep(least, slack float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= least*(1-slack) {
			return m * power
		}
	}
	return 10 * power
}

// Multiples returns the multiples of step from lo to hi, in order. slack, a
// share of step, allows for rounding at the ends.
func Multiples(lo, hi, step, slack float64) []float64 {
	var out []float64
	for i := math.Ceil(lo/step - slack); i*step <= hi+slack*step && len(out) < mostTicks; i++ {
		out = append(out, i*step)
	}
	return out
}

// Decades returns the powers of ten on a logarithmic scale whose exponents are
// multiples of stride, in order. slack, in decades, allows for rounding at the
// ends.
func (s *Scale) Decades(stride int, slack float64) []float64 {
	var out []float64
	for e := int(math.Ceil(s.Lo/float64(stride)-slack)) * stride; float64(e) <= s.Hi+slack; e += stride {
		out = append(out, math.Pow10(e))
	}
	return out
}

// WithinDecades returns 1, 2 and 5 times the powers of ten in the decades of a
// logarithmic scale, in order. The first and the last of them may lie outside
// the scale.
func (s *Scale) WithinDecades() []float64 {
	var out []float64
	for e := int(math.Floor(s.Lo)); float64(e) <= s.Hi; e++ {
		for _, m := range []float64{1, 2, 5} {
			out = append(out, m*math.Pow10(e))
		}
	}
	return out
}

// Number formats v with three significant digits, integers below 100000 in
// full: 0.5, 1.58, 1250, 1e-7. The minus sign is the typographic one, −.
// Magnitudes below least have an exponent.
func Number(v, least float64) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0" // not -0
	case a >= 99999.5 || a < least:
		return scientific(v, 2)
	case a >= 100:
		return message.Numbers("%.0f", v)
	}
	decimals := 2 - int(math.Floor(math.Log10(a)))
	return trimZeros(message.Numbers("%.*f", decimals, v))
}

// StepNumber formats a multiple of step with as many digits as distinguish it
// from its neighbours. biggest, the largest magnitude on the axis, determines
// the notation, so that all labels look alike.
func StepNumber(v, step, biggest float64) string {
	e := int(math.Floor(math.Log10(step) + 1e-9))
	switch {
	case math.Abs(v) < step/2:
		v = 0 // not its rounding error
		if biggest >= 1e5 || biggest < 0.00999 {
			return "0"
		}
	case biggest >= 1e5 || biggest < 0.00999:
		digits := int(math.Floor(math.Log10(math.Abs(v))+1e-9)) - e
		return scientific(v, min(max(digits, 0), 16))
	}
	return message.Numbers("%.*f", max(-e, 0), v)
}

func scientific(v float64, digits int) string {
	mantissa, exponent, _ := strings.Cut(message.Numbers("%.*e", digits, v), "e")
	return trimZeros(mantissa) + "e" + exponent
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
