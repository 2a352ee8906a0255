package sweeptest

import (
	"math"
	"slices"

	"example.com/sfatui/engine/part"
)

// Near reports whether two lists agree to a relative tolerance.
func Near(a, b []part.Float, tol float64) bool {
	return slices.EqualFunc(a, b, func(x, y part.Float) bool {
		return math.Abs(float64(x-y)) <= tol*math.Max(math.Abs(float64(x)), math.Abs(float64(y)))
	})
}
