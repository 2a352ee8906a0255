package sweep

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/measure"
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
	Test measure.SignedRank
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

// pair matches the repeats of two choices: the same fold, and the same draw.
// What is not random has one draw, which serves for all of the other's.
func pair(a, b Row) (as, bs []*result.Result) {
	for _, x := range a.Results {
		for _, y := range b.Results {
			drawn := randomIn(x.Point, x.NTrain) && randomIn(y.Point, y.NTrain)
			if x.Error == "" && y.Error == "" && x.Point.Fold == y.Point.Fold && (!drawn || x.Point.Draw == y.Point.Draw) {
				as, bs = append(as, x), append(bs, y)
			}
		}
	}
	return as, bs
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
			out = append(out, Contrast{m.name, statOf(x), statOf(y), m.better, measure.Wilcoxon(x, y)})
		}
	}
	return out
}

// Angles gives, for each pair of repeats of two choices, the cosines of the
// principal angles between what their features span on the test part (on the
// training part where there is none), largest first. It solves both again.
func Angles(ctx context.Context, set *datasets.Set, hash string, a, b Row) ([][]float64, error) {
	as, bs := pair(a, b)
	var out [][]float64
	for i := range as {
		x, err := Recompute(ctx, set, hash, as[i].Point)
		if err != nil {
			return nil, err
		}
		y, err := Recompute(ctx, set, hash, bs[i].Point)
		if err != nil {
			return nil, err
		}
		phi, psi := x.Test, y.Test
		if phi == nil || psi == nil {
			phi, psi = x.Train, y.Train
		}
		n, _ := phi.Dims()
		if k, _ := psi.Dims(); k != n {
			return nil, fmt.Errorf("fold %d: the two have %d and %d samples: only points of one division of the data can be compared", as[i].Point.Fold+1, n, k)
		}
		out = append(out, measure.PrincipalAngles(phi, psi))
	}
	return out, nil
}
