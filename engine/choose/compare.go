package choose

import (
	"maps"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/stat"
)

// Contrast is one measure of two choices of parameters, on the repeats that
// both have.
type Contrast struct {
	Measure string
	A, B    Stat
	// Better says which way is better: 1 where more is, −1 where less is.
	Better int
	// Test is Wilcoxon's signed-rank test of the paired repeats.
	Test SignedRank
}

// contrasted are the measures that choices are compared by.
var contrasted = []struct {
	name   string
	better int
	of     func(*result.Result) part.Float
}{
	{"test slowness", -1, func(r *result.Result) part.Float { return r.Slowness.MeanTest }},
	{"train slowness", -1, func(r *result.Result) part.Float { return r.Slowness.MeanTrain }},
	{"accuracy of segments", 1, func(r *result.Result) part.Float { return r.Accuracy.OfSegments() }},
	{"accuracy of samples", 1, func(r *result.Result) part.Float { return r.Accuracy.OfSamples() }},
	{"rmse", -1, func(r *result.Result) part.Float { return orNaN(r.RMSE) }},
	{"mae", -1, func(r *result.Result) part.Float { return orNaN(r.MAE) }},
	{"predictability", -1, func(r *result.Result) part.Float { return orNaN(r.Slowness.PredictabilityTest) }},
}

// byFold is the mean of a measure over the draws of each fold.
func byFold(r Row, of func(*result.Result) part.Float) map[int]float64 {
	values := map[int][]float64{}
	for _, res := range r.Results {
		if v := float64(of(res)); res.Error == "" && !math.IsNaN(v) {
			values[res.Point.Fold] = append(values[res.Point.Fold], v)
		}
	}
	out := map[int]float64{}
	for fold, v := range values {
		out[fold] = stat.Mean(v, nil)
	}
	return out
}

// Compare sets two choices of parameters side by side, measure by measure,
// paired by fold. Draws of a fold are averaged first: they are repeats on the
// same data, and would count it several times. It leaves out what neither was
// measured by.
func Compare(a, b Row) []Contrast {
	var out []Contrast
	for _, m := range contrasted {
		of, other := byFold(a, m.of), byFold(b, m.of)
		var x, y []float64
		for _, fold := range slices.Sorted(maps.Keys(of)) {
			if v, ok := other[fold]; ok {
				x, y = append(x, of[fold]), append(y, v)
			}
		}
		if x != nil {
			out = append(out, Contrast{m.name, Mean(x), Mean(y), m.better, Wilcoxon(x, y)})
		}
	}
	return out
}
