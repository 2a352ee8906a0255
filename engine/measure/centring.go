package measure

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// centring subtracts the mean from each column in two steps: first the first row, then
// the mean of the remainder. A large mean thus costs no digit, and a constant column
// becomes exactly 0.
type centring struct{ first, mean []float64 }

func newCentring(phi *mat.Dense) centring {
	n, p := phi.Dims()
	if n == 0 || p == 0 {
		panic("measure: no features to measure")
	}
	c := centring{first: phi.RawRowView(0), mean: make([]float64, p)}
	for i := range n {
		for j, v := range phi.RawRowView(i) {
			c.mean[j] += v - c.first[j]
		}
	}
	floats.Scale(1/float64(n), c.mean)
	return c
}

// to sets dst to the centred row.
func (c centring) to(dst, row []float64) {
	floats.SubTo(dst, row, c.first)
	floats.Sub(dst, c.mean)
}

// variances returns the variance of each column, divided by n.
func (c centring) variances(phi *mat.Dense) []float64 {
	n, p := phi.Dims()
	variance := make([]float64, p)
	row := make([]float64, p)
	for i := range n {
		c.to(row, phi.RawRowView(i))
		for j, d := range row {
			variance[j] += d * d
		}
	}
	floats.Scale(1/float64(n), variance)
	return variance
}
