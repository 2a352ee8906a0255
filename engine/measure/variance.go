package measure

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// UnitVariance is the unit-variance check of p features (Böhmer et al. 2012,
// Eq. 8 and 9, taken on data).
type UnitVariance struct {
	// Mean, Min and Max are those of Variances.
	Mean, Min, Max float64
	// MaxAbsCorr is the largest absolute correlation of two different
	// features; 0 with a single feature, NaN when a feature is not finite. A
	// constant feature counts as uncorrelated with every other.
	MaxAbsCorr float64
	// Variances holds the variance of each feature, divided by n.
	Variances []float64
}

// OK reports whether no variance is further than tol from 1.
func (u UnitVariance) OK(tol float64) bool {
	for _, v := range u.Variances {
		if !(math.Abs(v-1) <= tol) {
			return false
		}
	}
	return true
}

// Variance takes the unit-variance check of the n×p features phi in O(np²).
// It fails only when ctx ends, and panics without a sample or a feature.
func Variance(ctx context.Context, phi *mat.Dense) (UnitVariance, error) {
	n, _ := phi.Dims()
	s, err := pass(ctx, phi, []int{n}, products)
	if err != nil {
		return UnitVariance{}, err
	}
	return s.unitVariance(), nil
}

// VarianceAndSlowness is [Variance] and [Slowness] in one pass.
func VarianceAndSlowness(ctx context.Context, phi *mat.Dense, lengths []int) (UnitVariance, []float64, error) {
	s, err := pass(ctx, phi, lengths, products|steps)
	if err != nil {
		return UnitVariance{}, nil, err
	}
	return s.unitVariance(), s.slowness(), nil
}

// unitVariance takes the check from the sums of products.
func (s *sums) unitVariance() UnitVariance {
	variance := s.variances()
	u := UnitVariance{Min: math.Inf(1), Max: math.Inf(-1), MaxAbsCorr: s.maxAbsCorrelation(variance), Variances: variance}
	for _, v := range variance {
		u.Min, u.Max = math.Min(u.Min, v), math.Max(u.Max, v)
	}
	u.Mean = floats.Sum(variance) / float64(len(variance))
	return u
}

// maxAbsCorrelation is the largest absolute correlation of two different
// columns.
func (s *sums) maxAbsCorrelation(variance []float64) float64 {
	scale := make([]float64, len(variance))
	for j, v := range variance {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return math.NaN()
		}
		if v > 0 {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	largest := 0.0
	for j, a := range scale {
		for k := j + 1; k < len(scale); k++ {
			largest = math.Max(largest, math.Abs(s.products.At(j, k)/float64(s.rows)*a*scale[k]))
		}
	}
	return math.Min(1, largest)
}
