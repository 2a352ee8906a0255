package measure

import (
	"context"
	"math"
	"slices"
	"strconv"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// usualTolerance is the default tolerance of the variance of a training output around
// 1.
const usualTolerance = 0.05

// Tolerance is the setting of the unit-variance check.
var Tolerance = part.NewNumber(part.Axis{
	Name: "tolerance", Shared: part.Measuring, Default: strconv.FormatFloat(usualTolerance, 'g', -1, 64),
	Report: "tolerance of variance", Doc: "largest allowed deviation of a training variance from 1 (default 0.05)", Must: func(v float64) string {
		if !(v > 0 && v <= math.MaxFloat64) {
			return "must be a number above 0"
		}
		return ""
	},
})

// VarianceTolerance returns the largest allowed deviation of a training output's
// variance from 1.
func VarianceTolerance(p part.Point) float64 {
	if t := Tolerance.Of(p); t.OK {
		return t.X
	}
	return usualTolerance
}

// UnitVariance is the unit-variance check of p features (Böhmer et al. 2012, Eq. 8 and
// 9, on data).
type UnitVariance struct {
	// Mean, Min and Max summarise Variances.
	Mean, Min, Max float64
	// MaxAbsCorr is the largest absolute correlation of two different features; 0 with
	// a single feature, NaN if a feature is not finite. A constant feature counts as
	// uncorrelated with every other.
	MaxAbsCorr float64
	// Variances holds the variance of each feature, divided by n.
	Variances []float64
}

// OK reports whether no variance differs from 1 by more than tol.
func (u UnitVariance) OK(tol float64) bool {
	return !slices.ContainsFunc(u.Variances, func(v float64) bool { return !(math.Abs(v-1) <= tol) })
}

// Variance returns the unit-variance check of the n×p features phi in O(np²) time. It
// fails only if ctx ends, and panics without a sample or a feature.
func Variance(ctx context.Context, phi *mat.Dense) (UnitVariance, error) {
	n, _ := phi.Dims()
	pass, err := sumRows(ctx, phi, []int{n}, Products)
	if err != nil {
		return UnitVariance{}, err
	}
	return pass.UnitVariance(pass.p), nil
}

// UnitVariance returns [Variance] of the first features. It panics before all rows are
// summed, and without [Products].
func (p *Pass) UnitVariance(features int) UnitVariance {
	g := p.sums(features)
	return unitVariance(g.variances(features), g.products, float64(g.rows))
}

// unitVariance returns the check of features of the given variances. products holds the
// products of their deviations, summed over count samples.
func unitVariance(variance []float64, products *mat.SymDense, count float64) UnitVariance {
	u := UnitVariance{Min: math.Inf(1), Max: math.Inf(-1), MaxAbsCorr: maxAbsCorrelation(variance, products, count), Variances: variance}
	for _, v := range variance {
		u.Min, u.Max = math.Min(u.Min, v), math.Max(u.Max, v)
	}
	u.Mean = floats.Sum(variance) / float64(len(variance))
	return u
}

// maxAbsCorrelation returns the largest absolute correlation of two different columns.
func maxAbsCorrelation(variance []float64, products *mat.SymDense, count float64) float64 {
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
			largest = math.Max(largest, math.Abs(products.At(j, k)/count*a*scale[k]))
		}
	}
	return math.Min(1, largest)
}

// Deviation is the largest deviation of the variance of a training output from 1, as in
// the unit-variance check.
var Deviation = &Measure{
	ID: "variance", Label: "largest |variance − 1|", Better: Lower, Part: Training, Log: true, Largest: true, Recorded: true,
	Of: func(r *result.Result) []float64 {
		return []float64{float64(r.Variance.Mean), float64(r.Variance.Min), float64(r.Variance.Max)}
	},
	One: func(r *result.Result) float64 {
		return max(math.Abs(float64(r.Variance.Min)-1), math.Abs(float64(r.Variance.Max)-1))
	},
	Show: Show{
		In: Filters | Columns | Maps | Views | PageCharts | Checks, When: Always, Aliases: []string{"var", "deviation"}, Column: "var",
		Heading: "variance", Rank: 60, Map: "max |var−1|", Contrast: "|variance − 1|", Checked: OfVariance,
	},
}

// Forms holds the results of a [Pass] over p features that are known without it: their
// covariance (p×p) and, of each, the mean squared difference between the samples of a
// pair, NaN without a pair.
type Forms struct {
	Covariance *mat.SymDense
	Steps      []float64
}

// UnitVariance returns [Pass.UnitVariance] of the first features.
func (f *Forms) UnitVariance(features int) UnitVariance {
	return unitVariance(f.variances(features), f.Covariance, 1)
}

// UnitSlowness returns [Pass.UnitSlowness] of the first features.
func (f *Forms) UnitSlowness(features int) []float64 {
	slowness := slices.Clone(f.Steps[:features])
	floats.Div(slowness, f.variances(features))
	return slowness
}

// variances returns the variances of the first features. A form below zero is a
// rounding error.
func (f *Forms) variances(features int) []float64 {
	v := make([]float64, features)
	for j := range v {
		v[j] = math.Max(0, f.Covariance.At(j, j))
	}
	return v
}
