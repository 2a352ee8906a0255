package predictable

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/mat"
)

// Features holds predictable directions of white data: the features of n×r data Z are
// ZR, which are white as well.
type Features struct {
	// R is r×p, its columns orthonormal, the most predictable first. The entry of
	// largest magnitude in each column, the first among equals, is positive.
	R *mat.Dense
	// Value holds the predictability of each feature, as its method defines it.
	Value []float64
	// Notes describe oddities of the data or the search in words.
	Notes []string
}

// newFeatures returns the directions in the columns of r with canonical signs. It adds
// a note if there are fewer than asked.
func newFeatures(r *mat.Dense, value []float64, asked int, notes []string) *Features {
	rows, p := r.Dims()
	if p < asked {
		notes = append(notes, fmt.Sprintf("%d features were asked for, but %d-dimensional data have no more than %d directions", asked, rows, p))
	}
	sfa.CanonicalSigns(r, r)
	return &Features{R: r, Value: value, Notes: notes}
}

// check panics unless the lengths are those of segments that cover the rows of z. It
// returns an error if a value is not finite.
func check(z *mat.Dense, lengths []int) error {
	n, r := z.Dims()
	if n == 0 || r == 0 {
		panic("predictable: no data")
	}
	sum := 0
	for _, length := range lengths {
		if length < 0 {
			panic("predictable: segment of negative length")
		}
		sum += length
	}
	if sum != n {
		panic(fmt.Sprintf("predictable: segments of %d samples for %d rows", sum, n))
	}
	for i := range n {
		for j, v := range z.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("feature %d of sample %d (both counted from 0) is %v: drop the sample, or find its cause", j, i, v)
			}
		}
	}
	return nil
}
