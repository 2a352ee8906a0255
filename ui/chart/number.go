package chart

import (
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/ui/clean"
)

// number writes v with three significant digits, integers below 100000 in
// full, and short: 0.5, 1.58, 1250, 1e-7.
func number(v float64) clean.Text {
	a := math.Abs(v)
	switch {
	case v == 0:
		return "0"
	case a >= 99999.5 || a < 0.00999:
		return clean.Of(scientific(v, 2))
	case a >= 100:
		return clean.Of(strconv.FormatFloat(v, 'f', 0, 64))
	}
	decimals := 2 - int(math.Floor(math.Log10(a)))
	return clean.Of(trimZeros(strconv.FormatFloat(v, 'f', decimals, 64)))
}

// stepNumber writes a multiple of step with as many digits as tell it from its
// neighbours; biggest is the largest magnitude on the axis, which decides on
// the notation, so that all labels look alike.
func stepNumber(v, step, biggest float64) clean.Text {
	e := int(math.Floor(math.Log10(step) + 1e-9))
	switch {
	case math.Abs(v) < step/2:
		v = 0 // and not a rounding error of it
		if biggest >= 1e5 || biggest < 0.00999 {
			return "0"
		}
	case biggest >= 1e5 || biggest < 0.00999:
		digits := int(math.Floor(math.Log10(math.Abs(v))+1e-9)) - e
		return clean.Of(scientific(v, min(max(digits, 0), 16)))
	}
	return clean.Of(strconv.FormatFloat(v, 'f', max(-e, 0), 64))
}

// scientific writes 1e-7 rather than 1.00e-07.
func scientific(v float64, digits int) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	sign := ""
	if exponent[0] == '-' {
		sign = "-"
	}
	return trimZeros(mantissa) + "e" + sign + strings.TrimLeft(exponent[1:], "0")
}

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}
