package drawing

import (
	"math"
	"strconv"
	"strings"
)

// Number writes v with three significant digits, integers below 100000 in full:
// 0.5, 1.58, 1250, 1e-7. Magnitudes below least are written with an exponent.
func Number(v, least float64) string {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0" // and never -0
	case a >= 99999.5 || a < least:
		return scientific(v, 2)
	case a >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	decimals := 2 - int(math.Floor(math.Log10(a)))
	return trimZeros(strconv.FormatFloat(v, 'f', decimals, 64))
}

// StepNumber writes a multiple of step with as many digits as tell it from its
// neighbours. Biggest is the largest magnitude on the axis: it decides on the
// notation, so that all labels look alike.
func StepNumber(v, step, biggest float64) string {
	e := int(math.Floor(math.Log10(step) + 1e-9))
	switch {
	case math.Abs(v) < step/2:
		v = 0 // and not a rounding error of it
		if biggest >= 1e5 || biggest < 0.00999 {
			return "0"
		}
	case biggest >= 1e5 || biggest < 0.00999:
		digits := int(math.Floor(math.Log10(math.Abs(v))+1e-9)) - e
		return scientific(v, min(max(digits, 0), 16))
	}
	return strconv.FormatFloat(v, 'f', max(-e, 0), 64)
}

// ShortExponent writes the exponents of numbers in a text as papers do: 1e-7 for
// 1e-07, 1e5 for 1e+05.
func ShortExponent(text string) string { return exponents.Replace(text) }

var exponents = strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e")

func scientific(v float64, digits int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	return trimZeros(mantissa) + ShortExponent("e"+exponent)
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
