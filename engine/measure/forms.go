package measure

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Forms are what a [Pass] over p features gives, where it is known without going over
// them: their covariance (p×p) and, of each, the mean squared difference between the
// samples of a pair, NaN without a pair.
type Forms struct {
	Covariance *mat.SymDense
	Steps      []float64
}

// UnitVariance is [Pass.UnitVariance] of the first features.
func (f *Forms) UnitVariance(features int) UnitVariance {
	return unitVariance(f.variances(features), f.Covariance, 1)
}

// UnitSlowness is [Pass.UnitSlowness] of the first features.
func (f *Forms) UnitSlowness(features int) []float64 {
	slowness := slices.Clone(f.Steps[:features])
	floats.Div(slowness, f.variances(features))
	return slowness
}

// variances are those of the first features. A form that is below zero is so by rounding.
func (f *Forms) variances(features int) []float64 {
	v := make([]float64, features)
	for j := range v {
		v[j] = math.Max(0, f.Covariance.At(j, j))
	}
	return v
}
