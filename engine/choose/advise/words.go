package advise

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/part"
)

// round keeps three significant digits, so that a value can be read and typed.
func round(x float64) float64 {
	if math.IsInf(x, 0) {
		return x
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	if err != nil {
		panic("advise: " + err.Error())
	}
	return r
}

var exponent = strings.NewReplacer("e-0", "e-", "e+0", "e")

// number writes a number in three digits.
func number(x float64) string { return exponent.Replace(strconv.FormatFloat(x, 'g', 3, 64)) }

// whole writes a value of an axis in full.
func whole(x float64) string { return exponent.Replace(strconv.FormatFloat(x, 'g', -1, 64)) }

// list writes values as in a sentence.
func list(values []float64) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = whole(v)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

// symbol is what an axis is called in a sentence.
func symbol(axis *part.Axis) string {
	switch axis.Name {
	case "graph-knn", "window", "graph-groups", "groups":
		return axis.Name
	}
	return cmp.Or(axis.Symbol, axis.Name)
}
