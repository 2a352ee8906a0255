package choose

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/stat"
)

// A Stat is the mean of a measure over folds.
type Stat struct {
	// Mean is the mean over the folds of the means over their draws.
	Mean float64
	// SE is the standard error of the mean over folds, from the spread of their means;
	// NaN for a single fold. Folds share training data, so it is biased downwards.
	SE float64
	// N is the number of values, draws counted.
	N int
	// Draws is the root of the mean over folds of the variance over the draws of a
	// fold; NaN if no fold has two.
	Draws float64
}

// String returns the mean with its standard error, and the spread over draws if there
// are several; "–" without values. It omits an error within rounding, because a few
// equal values are not exact.
func (s Stat) String() string {
	if s.N == 0 {
		return "–"
	}
	text := message.Numbers("%.4g", s.Mean)
	if s.SE > 1e-12*math.Max(1, math.Abs(s.Mean)) {
		text += fmt.Sprintf(" ± %.2g", s.SE)
	}
	if s.Draws > 0 {
		text += fmt.Sprintf(" (draws %.2g)", s.Draws)
	}
	return text
}

// Mean returns the mean of the values that are not NaN, with its standard error.
func Mean(values []float64) Stat {
	var in []float64
	for _, v := range values {
		if !math.IsNaN(v) {
			in = append(in, v)
		}
	}
	if len(in) == 0 {
		return Stat{Mean: math.NaN(), SE: math.NaN(), Draws: math.NaN()}
	}
	mean, sd := stat.MeanStdDev(in, nil)
	if len(in) == 1 {
		sd = math.NaN()
	}
	return Stat{mean, stat.StdErr(sd, float64(len(in))), len(in), math.NaN()}
}

// overFolds returns the mean over folds of the means over the draws of each fold,
// without NaNs. fold(i) is the fold of values[i].
func overFolds(values []float64, fold func(i int) int) Stat {
	of := map[int][]float64{}
	for i, v := range values {
		if !math.IsNaN(v) {
			of[fold(i)] = append(of[fold(i)], v)
		}
	}
	var means, spreads []float64
	n := 0
	for _, k := range slices.Sorted(maps.Keys(of)) {
		mean, variance := stat.MeanVariance(of[k], nil)
		means = append(means, mean)
		if n += len(of[k]); len(of[k]) > 1 {
			spreads = append(spreads, variance)
		}
	}
	s := Mean(means)
	s.N, s.Draws = n, math.Sqrt(Mean(spreads).Mean)
	return s
}

// roundingBound returns the largest difference of scores that rounding can explain.
func roundingBound(scores []float64) float64 {
	largest := 1.0
	for _, u := range scores {
		largest = max(largest, math.Abs(u))
	}
	return 1e-12 * largest
}

// significanceLevel is the significance level of the one-sided tests, and the
// probability in each tail of the 90 % interval.
const significanceLevel = 0.05

// sameScore reports whether two scores differ by rounding alone.
func sameScore(a, b float64) bool {
	return math.Abs(a-b) <= scoreRounding*max(1, math.Abs(a), math.Abs(b))
}

// scoreRounding is the relative difference below which scores are equal.
const scoreRounding = 1e-12

// levels returns the scores, with those that differ by rounding alone made equal.
func levels(scores []float64) []float64 {
	sorted := slices.Sorted(slices.Values(scores))
	of := make(map[float64]float64, len(scores))
	for i, s := range sorted {
		of[s] = s
		if i > 0 && sameScore(sorted[i-1], s) {
			of[s] = of[sorted[i-1]]
		}
	}
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = of[s]
	}
	return out
}

// meanOver returns the mean of the values that are not NaN.
func meanOver(values []float64) float64 { return Mean(values).Mean }
