package readout

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Probabilities makes class probabilities of n×c discriminants, row by row and in place;
// indicators are left as they are. It says false for margins, which give none.
func (d Discriminant) Probabilities(disc *mat.Dense) bool {
	n, _ := disc.Dims()
	for i := range n {
		row := disc.RawRowView(i)
		switch d {
		case LogDensity:
			normalise(row, math.Exp, floats.Max(row))
		case LogOdds:
			normalise(row, func(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }, 0)
		}
	}
	return d != Margin
}

// normalise makes the row of(x − less), divided by their sum.
func normalise(row []float64, of func(float64) float64, less float64) {
	for c, x := range row {
		row[c] = of(x - less)
	}
	floats.Scale(1/floats.Sum(row), row)
}
