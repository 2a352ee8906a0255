package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
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

// statOf leaves out what is not a number.
func statOf(values []float64) Stat {
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

// Row is one choice of parameters, summarised over its folds.
type Row struct {
	// Config is the choice: a point without its fold.
	Config part.Point
	// Results are the finished folds in order, failed ones too.
	Results []*result.Result
	Failed  int

	SlownessTrain, SlownessTest Stat
	AccuracySample              Stat // of the test part
	AccuracySegment             Stat
	RMSE                        Stat
	// Fourier is the mean of the first features' correlations, without their
	// signs, with the one function of the latent variables' cosine basis that
	// each resembles most, on the test part.
	Fourier Stat
	// Features is the least number of features of any fold: fewer than asked
	// for where the rank is less.
	Features int
	// Deviation is the largest |variance − 1| of any training output.
	Deviation float64
	// VarianceOK holds when no fold violates unit variance.
	VarianceOK bool
	// Validation summarises what choosing may look at, by objective.
	Validation map[string]Stat
	// ValidationSample breaks ties between equal accuracies of segments.
	ValidationSample Stat
}

// Summarize gathers results by configuration, in order of first appearance.
func Summarize(results []*result.Result) []Row {
	rows, _ := SummarizeIndexed(results)
	return rows
}

// SummarizeIndexed is Summarize with the index of the row of each configuration.
func SummarizeIndexed(results []*result.Result) ([]Row, map[part.Point]int) {
	at := make(map[part.Point]int, len(results))
	rowOf := make([]int, len(results))
	for j, r := range results {
		k := r.Point.Config()
		i, ok := at[k]
		if !ok {
			i = len(at)
			at[k] = i
		}
		rowOf[j] = i
	}
	rows := make([]Row, len(at))
	for j, r := range results {
		row := &rows[rowOf[j]]
		if row.Results == nil {
			row.Config = r.Point.Config()
		}
		row.Results = append(row.Results, r)
	}
	for i := range rows {
		rows[i].summarize()
	}
	return rows, at
}

func (r *Row) summarize() {
	slices.SortStableFunc(r.Results, func(a, b *result.Result) int { return cmp.Compare(a.Point.Fold, b.Point.Fold) })
	r.VarianceOK = true
	collect := func(get func(*result.Result) part.Float) Stat {
		var values []float64
		for _, res := range r.Results {
			if res.Error == "" {
				values = append(values, float64(get(res)))
			}
		}
		return statOf(values)
	}
	for _, res := range r.Results {
		if res.Error != "" {
			r.Failed++
			continue
		}
		if r.Features == 0 || res.Features < r.Features {
			r.Features = res.Features
		}
		v := res.Variance
		r.Deviation = max(r.Deviation, math.Abs(float64(v.Min)-1), math.Abs(float64(v.Max)-1))
		r.VarianceOK = r.VarianceOK && v.OK
	}
	r.SlownessTrain = collect(func(x *result.Result) part.Float { return x.Slowness.MeanTrain })
	r.SlownessTest = collect(func(x *result.Result) part.Float { return x.Slowness.MeanTest })
	r.AccuracySample = collect(func(x *result.Result) part.Float { return x.Accuracy.OfSamples() })
	r.AccuracySegment = collect(func(x *result.Result) part.Float { return x.Accuracy.OfSegments() })
	r.Fourier = collect(func(x *result.Result) part.Float { return fourierMatch(x.Fourier) })
	r.RMSE = collect(func(x *result.Result) part.Float { return orNaN(x.RMSE) })
	r.Validation = map[string]Stat{
		"slowness": collect(func(x *result.Result) part.Float { return x.Validation.OrNone().Slowness }),
		"accuracy": collect(func(x *result.Result) part.Float { return x.Validation.OrNone().Accuracy.Best() }),
		"rmse":     collect(func(x *result.Result) part.Float { return orNaN(x.Validation.OrNone().RMSE) }),
	}
	r.ValidationSample = collect(func(x *result.Result) part.Float { return x.Validation.OrNone().Accuracy.OfSamples() })
}

// fourierMatch is NaN where there is nothing to compare with.
func fourierMatch(h []result.Harmonic) part.Float {
	sum := 0.0
	for _, x := range h {
		sum += math.Abs(float64(x.Corr))
	}
	return part.Float(sum / float64(len(h)))
}

func orNaN(f *part.Float) part.Float {
	if f == nil {
		return part.Float(math.NaN())
	}
	return *f
}

// Objective is what the best of the points is best at: what the user asked
// for, else accuracy where there is a classifier, rmse where a number is
// predicted, and slowness where there is neither.
func Objective(asked string, points []part.Point) string {
	if asked != "" {
		return asked
	}
	objective := "slowness"
	for _, p := range points {
		if Classifies(p) {
			return "accuracy"
		}
		if Predicts(p) {
			objective = "rmse"
		}
	}
	return objective
}

// Best is the index of the row that is best at the objective (accuracy, rmse
// or slowness) on the validation parts, or -1 where there is nothing to choose
// by. Test measures play no part. Rows that failed or violate unit variance
// come last; ties go to the better accuracy of samples, then to the slower
// features, then to the earlier row.
func Best(rows []Row, objective string) int {
	best := -1
	for i := range rows {
		if rows[i].Validation[objective].N == 0 {
			continue
		}
		if best < 0 || rows[i].betterThan(&rows[best], objective) {
			best = i
		}
	}
	return best
}

func (r *Row) betterThan(o *Row, objective string) bool {
	sound := func(r *Row) bool { return r.VarianceOK && r.Failed == 0 }
	if sound(r) != sound(o) {
		return sound(r)
	}
	a, b := r.Validation[objective].Mean, o.Validation[objective].Mean
	if objective != "accuracy" {
		a, b = -a, -b
	}
	if a != b {
		return a > b
	}
	if x, y := r.ValidationSample.Mean, o.ValidationSample.Mean; x != y && !math.IsNaN(x) && !math.IsNaN(y) {
		return x > y
	}
	return r.Validation["slowness"].Mean < o.Validation["slowness"].Mean
}
