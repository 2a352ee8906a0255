package readout

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Discriminant is the kind of a classifier's discriminants, which determines the class
// probabilities.
type Discriminant uint8

// The values of Discriminant.
const (
	// Margin has a sign and no scale: it yields no probability.
	Margin Discriminant = iota
	// Indicator is regressed on 1 for the class and 0 for the others: a probability
	// once it is clipped to 0…1.
	Indicator
	// LogDensity is the logarithm of prior times density, up to a term that all classes
	// share: exp(d_k)/Σ exp(d_c) is the probability of class k.
	LogDensity
	// LogOdds is the log-odds of a class against the rest, and σ(d_k) its probability; for two
	// classes, whose discriminants are ±f, they sum to 1.
	LogOdds
	// Share is a probability.
	Share
)

// Probabilities converts n×c discriminants to class probabilities, row by row and in
// place; indicators are unchanged. It returns false for margins, which yield no
// probabilities.
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

// normalise replaces the entries x of the row by of(x − less), divided by their sum.
func normalise(row []float64, of func(float64) float64, less float64) {
	for c, x := range row {
		row[c] = of(x - less)
	}
	floats.Scale(1/floats.Sum(row), row)
}
