package measure

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// blockRows rows are brought to unit variance at a time.
const blockRows = 256

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
	mean, variance := columnMoments(phi)
	corr, err := maxAbsCorrelation(ctx, phi, mean, variance)
	if err != nil {
		return UnitVariance{}, err
	}
	u := UnitVariance{Min: math.Inf(1), Max: math.Inf(-1), MaxAbsCorr: corr, Variances: variance}
	for _, v := range variance {
		u.Min, u.Max = math.Min(u.Min, v), math.Max(u.Max, v)
	}
	u.Mean = floats.Sum(variance) / float64(len(variance))
	return u, nil
}

// columnMoments gives mean and variance (divided by n) of each column. The
// first pass is taken about the first row, so that a constant column has
// variance 0 to the last bit; the second corrects for the rounding of the
// mean.
func columnMoments(phi *mat.Dense) (mean, variance []float64) {
	n, p := phi.Dims()
	if n == 0 || p == 0 {
		panic("measure: no features to measure")
	}
	first := phi.RawRowView(0)
	mean = make([]float64, p)
	for i := range n {
		for j, v := range phi.RawRowView(i) {
			mean[j] += v - first[j]
		}
	}
	floats.Scale(1/float64(n), mean)
	floats.Add(mean, first)

	variance = make([]float64, p)
	rest := make([]float64, p)
	for i := range n {
		for j, v := range phi.RawRowView(i) {
			d := v - mean[j]
			variance[j] += d * d
			rest[j] += d
		}
	}
	for j, r := range rest {
		variance[j] = math.Max(0, variance[j]-r*r/float64(n)) / float64(n)
	}
	return mean, variance
}

// maxAbsCorrelation is the largest absolute correlation of two different
// columns.
func maxAbsCorrelation(ctx context.Context, phi *mat.Dense, mean, variance []float64) (float64, error) {
	n, p := phi.Dims()
	scale := make([]float64, p)
	for j, v := range variance {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return math.NaN(), nil
		}
		if v > 0 {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	corr := mat.NewSymDense(p, nil)
	panel := mat.NewDense(min(n, blockRows), p, nil)
	for start := 0; start < n; start += blockRows {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		end := min(start+blockRows, n)
		for i := start; i < end; i++ {
			row := panel.RawRowView(i - start)
			floats.SubTo(row, phi.RawRowView(i), mean)
			floats.Mul(row, scale)
		}
		linalg.SyrkAdd(corr, 1/float64(n), panel.Slice(0, end-start, 0, p).(*mat.Dense))
	}
	largest := 0.0
	for j := range p {
		for k := j + 1; k < p; k++ {
			largest = math.Max(largest, math.Abs(corr.At(j, k)))
		}
	}
	return math.Min(1, largest), nil
}
