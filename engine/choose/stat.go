package choose

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/stat"
)

// Stat is the mean of a measure over folds.
type Stat struct {
	// Mean is the mean over the folds, each the mean over its draws.
	Mean float64
	// SE is the standard error of the mean over folds, from the spread of their means;
	// NaN for a single fold. Folds share training data, so it is too small rather than
	// too large.
	SE float64
	// N is the number of values, draws counted.
	N int
	// Draws is the root mean over folds of the variance over the draws of a fold; NaN
	// where no fold has two.
	Draws float64
}

// String is the mean with its standard error, and the spread of the draws where there
// are several; "–" for none. An error of zero, or of what rounding makes of it, is left out:
// that a handful of values are the same does not make them exact.
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

// Mean is the mean of values with its standard error. It leaves out what is not
// a number.
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

// overFolds is the mean over folds of values, each the mean over the draws of a fold;
// fold gives that of a value. It leaves out what is not a number.
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
