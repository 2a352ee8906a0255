package choose

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
)

// Stat is the mean of a measure over folds with its standard error, which is
// NaN for a single fold.
type Stat struct {
	Mean, SE float64
	N        int
}

// String is the mean with its standard error, "–" for none.
func (s Stat) String() string {
	switch {
	case s.N == 0:
		return "–"
	case math.IsNaN(s.SE):
		return fmt.Sprintf("%.4g", s.Mean)
	}
	return fmt.Sprintf("%.4g ± %.2g", s.Mean, s.SE)
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
		return Stat{math.NaN(), math.NaN(), 0}
	}
	mean, sd := stat.MeanStdDev(in, nil)
	if len(in) == 1 {
		sd = math.NaN()
	}
	return Stat{mean, stat.StdErr(sd, float64(len(in))), len(in)}
}
