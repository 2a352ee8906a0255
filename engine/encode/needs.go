package encode

import (
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// vectorCost is the cost of an operation in products with vectors and small systems, of
// which learning consists, in units of an operation in a matrix product.
const vectorCost = 8

// needsOf returns the needs of a front that learns k atoms with another number behind
// it, such as the entries of a code. Words that cannot be parsed need nothing: they are
// refused elsewhere.
func needsOf(usual float64, of func(n, d, k, number float64) (numbers, work float64)) func(at part.Point, n, d int) space.Needs {
	return func(at part.Point, n, d int) space.Needs {
		v, err := numbers(wordOf(at), usual)
		if err != nil {
			return space.Needs{}
		}
		held, work := of(float64(n), float64(d), v[0], v[1])
		return space.Needs{Numbers: int64(held), Work: work}
	}
}
