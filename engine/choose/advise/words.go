package advise

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
)

// round rounds to three significant digits, so that values are easy to read and type.
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

// formatNumber formats a number with three digits.
func formatNumber(x float64) string { return message.Exponents(strconv.FormatFloat(x, 'g', 3, 64)) }

// formatFull formats a value of an axis with all its digits.
func formatFull(x float64) string { return message.Exponents(strconv.FormatFloat(x, 'g', -1, 64)) }

// formatList formats values as in a sentence.
func formatList(values []float64) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = formatFull(v)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

// symbol returns the name of an axis in a sentence.
func symbol(axis *part.Axis) string {
	switch axis.Name {
	case "graph-knn", "window", "graph-groups", "groups":
		return axis.Name
	}
	return cmp.Or(axis.Symbol, axis.Name)
}
