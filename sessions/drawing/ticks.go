package drawing

import "math"

// mostTicks bounds the multiples of a step that is far too small.
const mostTicks = 500

// RoundStep is the least of 1, 2 and 5 times a power of ten that is not below
// least, or below it by no more than the share slack of it.
func RoundStep(least, slack float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= least*(1-slack) {
			return m * power
		}
	}
	return 10 * power
}

// Multiples are the multiples of step from lo to hi, in order. Slack, a share of
// step, lets rounding put one just outside.
func Multiples(lo, hi, step, slack float64) []float64 {
	var out []float64
	for i := math.Ceil(lo/step - slack); i*step <= hi+slack*step && len(out) < mostTicks; i++ {
		out = append(out, i*step)
	}
	return out
}

// Decades are the powers of ten on a logarithmic scale whose exponents are
// multiples of stride, in order. Slack, in decades, lets rounding put one just
// outside.
func (s *Scale) Decades(stride int, slack float64) []float64 {
	var out []float64
	for e := int(math.Ceil(s.Lo/float64(stride)-slack)) * stride; float64(e) <= s.Hi+slack; e += stride {
		out = append(out, math.Pow10(e))
	}
	return out
}

// WithinDecades are 1, 2 and 5 times the powers of ten from the decade in which
// a logarithmic scale begins to that in which it ends, in order. The first and
// the last of them may lie outside.
func (s *Scale) WithinDecades() []float64 {
	var out []float64
	for e := int(math.Floor(s.Lo)); float64(e) <= s.Hi; e++ {
		for _, m := range []float64{1, 2, 5} {
			out = append(out, m*math.Pow10(e))
		}
	}
	return out
}
