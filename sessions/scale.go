package sessions

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// scale maps values to places along one direction of a drawing.
type scale struct {
	log      bool
	lo, hi   float64 // what stands at from and to; its decimal logarithm if log
	from, to float64
	// zero is where values at or below 0 stand on a logarithmic scale, before a
	// break; NaN where there are none.
	zero float64
}

// Before a logarithmic scale, 0 stands zeroInset from its beginning, and the
// first decade zeroGap: in between is a break.
const zeroInset, zeroGap = 10, 44

// newScale spans the values, which are finite. Without one it spans 0 to 1.
func newScale(values []float64, log bool, from, to float64) scale {
	s := scale{log: log, lo: math.Inf(1), hi: math.Inf(-1), from: from, to: to, zero: math.NaN()}
	for _, v := range values {
		if log && v <= 0 {
			s.zero, s.from = from+math.Copysign(zeroInset, to-from), from+math.Copysign(zeroGap, to-from)
			continue
		}
		if log {
			v = math.Log10(v)
		}
		s.lo, s.hi = min(s.lo, v), max(s.hi, v)
	}
	if s.lo > s.hi {
		s.lo, s.hi = 0, 1
	}
	pad := 0.04 * (s.hi - s.lo)
	if pad <= 1e-9*max(math.Abs(s.lo), math.Abs(s.hi)) {
		pad = max(0.5*math.Abs(s.hi), 1e-9) // one value, or rounding
		if log {
			pad = 0.5
		}
	}
	s.lo, s.hi = s.lo-pad, s.hi+pad
	return s
}

// place is where a value stands.
func (s scale) place(v float64) float64 {
	if s.log {
		if v <= 0 {
			return s.zero
		}
		v = math.Log10(v)
	}
	return s.from + (v-s.lo)/(s.hi-s.lo)*(s.to-s.from)
}

// holds says that a value has a place on the scale.
func (s scale) holds(v float64) bool {
	if s.log && v <= 0 {
		return !math.IsNaN(s.zero)
	}
	at := s.place(v)
	return at >= min(s.from, s.to)-0.5 && at <= max(s.from, s.to)+0.5
}

// gap is where the break before a logarithmic scale is, false without one.
func (s scale) gap() (float64, bool) {
	return (s.zero + s.from) / 2, !math.IsNaN(s.zero)
}

// ticks are about count round values on the scale, in order.
func (s scale) ticks(count int) []float64 {
	var out []float64
	if !math.IsNaN(s.zero) {
		out = append(out, 0)
	}
	if !s.log {
		return append(out, multiples(s.lo, s.hi, count)...)
	}
	stride := max(1, int(math.Ceil((s.hi-s.lo)/float64(count))))
	var decades []float64
	for e := int(math.Ceil(s.lo/float64(stride))) * stride; float64(e) <= s.hi; e += stride {
		decades = append(decades, math.Pow10(e))
	}
	if len(decades) >= 2 {
		return append(out, decades...)
	}
	var within []float64
	for e := int(math.Floor(s.lo)); float64(e) <= s.hi; e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow10(e); s.holds(v) {
				within = append(within, v)
			}
		}
	}
	if len(within) < 2 {
		within = multiples(math.Pow(10, s.lo), math.Pow(10, s.hi), count)
	}
	return append(out, within...)
}

// multiples are about count multiples of 1, 2 or 5 times a power of ten within
// lo … hi.
func multiples(lo, hi float64, count int) []float64 {
	raw := (hi - lo) / float64(count)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw {
			step = m * power
			break
		}
	}
	var out []float64
	for i := math.Ceil(lo / step); i*step <= hi; i++ {
		out = append(out, i*step)
	}
	return out
}

// apart keeps those of the values in order whose labels, centred on their
// places and as wide as a digit times their length, do not overlap.
func (s scale) apart(values []float64, digit float64) []float64 {
	values = slices.Compact(slices.Sorted(slices.Values(values)))
	var out []float64
	end := math.Inf(-1)
	for _, v := range values {
		half := digit * float64(len(short(v))) / 2
		if at := s.place(v); at-half > end {
			out = append(out, v)
			end = at + half + digit
		}
	}
	return out
}

// short writes a value with at most three digits: 0.5, 1250, 1e-7.
func short(v float64) string {
	if v == 0 {
		return "0" // and never -0
	}
	if a := math.Abs(v); a >= 100 && a < 1e5 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	text := strconv.FormatFloat(v, 'g', 3, 64)
	return exponent.Replace(text)
}

// exponent writes 1e-7 as the papers do, not 1e-07.
var exponent = strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e")
