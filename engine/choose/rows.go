package choose

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

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
		return Mean(values)
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
