package encode

import (
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// small is how many operations of a matrix product one costs in the products with vectors and
// the small systems that learning consists of.
const small = 8

// needs are those of a front that learns k atoms with some number behind it, such as the
// entries of a code. Words that cannot be read need nothing: they are refused elsewhere.
func needs(usual float64, of func(n, d, k, number float64) (numbers, work float64)) func(at part.Point, n, d int) space.Needs {
	return func(at part.Point, n, d int) space.Needs {
		v, err := numbers(wordOf(at), usual)
		if err != nil {
			return space.Needs{}
		}
		held, work := of(float64(n), float64(d), v[0], v[1])
		return space.Needs{Numbers: int64(held), Work: work}
	}
}
