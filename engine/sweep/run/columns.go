package run

import (
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// first is the leading p columns of phi: the features of a smaller p are a
// prefix of those of a larger.
func first(phi *mat.Dense, p int) *mat.Dense {
	n, have := phi.Dims()
	return phi.Slice(0, n, 0, min(p, have)).(*mat.Dense)
}

// floatsOf converts measures and adds their mean.
func floatsOf(values []float64) ([]part.Float, part.Float) {
	out := make([]part.Float, len(values))
	for i, v := range values {
		out[i] = part.Float(v)
	}
	return out, part.Float(stat.Mean(values, nil))
}

// unitVariance scales each feature to mean 0 and variance 1.
func unitVariance(phi *mat.Dense) *mat.Dense {
	n, p := phi.Dims()
	out := mat.NewDense(n, p, nil)
	for j := range p {
		column := mat.Col(nil, j, phi)
		mean, sd := stat.PopMeanStdDev(column, nil)
		for i, v := range column {
			out.Set(i, j, (v-mean)/sd)
		}
	}
	return out
}

// optional is a measure as a result has it: nil where it was not taken.
func optional(v float64) *part.Float {
	if math.IsNaN(v) {
		return nil
	}
	f := part.Float(v)
	return &f
}
