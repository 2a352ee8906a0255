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
	centre := newCentring(phi)
	variance := centre.variances(phi)
	corr, err := maxAbsCorrelation(ctx, phi, centre, variance)
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

// centring takes the mean from each column, in two steps: first the first row,
// then the mean of what is left. So no digit is lost to a large mean, and a
// constant column becomes 0 to the last bit.
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

// variances gives the variance of each column, divided by n.
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

// maxAbsCorrelation is the largest absolute correlation of two different
// columns.
func maxAbsCorrelation(ctx context.Context, phi *mat.Dense, centre centring, variance []float64) (float64, error) {
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
			centre.to(row, phi.RawRowView(i))
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
