package choose

import (
	"maps"
	"math"
	"slices"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/stat"
)

// Contrast is one measure of two choices of parameters, on the repeats that
// both have.
type Contrast struct {
	Measure *measure.Measure
	A, B    Stat
	// Test is Wilcoxon's signed-rank test of the paired repeats.
	Test SignedRank
}

// Compare sets two choices of parameters side by side, measure by measure,
// paired by fold. Draws of a fold are averaged first: they are repeats on the
// same data, and would count it several times. It leaves out what neither was
// measured by.
func Compare(a, b Row) []Contrast {
	var out []Contrast
	for _, m := range measure.In(measure.Contrasts, measure.All()) {
		of, other := byFold(a, m), byFold(b, m)
		var x, y []float64
		for _, fold := range slices.Sorted(maps.Keys(of)) {
			if v, ok := other[fold]; ok {
				x, y = append(x, of[fold]), append(y, v)
			}
		}
		if x != nil {
			out = append(out, Contrast{m, Mean(x), Mean(y), Wilcoxon(x, y)})
		}
	}
	return out
}

// byFold is the mean of a measure over the draws of each fold.
func byFold(r Row, m *measure.Measure) map[int]float64 {
	values := map[int][]float64{}
	for _, res := range r.Results {
		if res.Error != "" {
			continue
		}
		if v := m.Value(res); !math.IsNaN(v) {
			values[res.Point.Fold] = append(values[res.Point.Fold], v)
		}
	}
	out := map[int]float64{}
	for fold, v := range values {
		out[fold] = stat.Mean(v, nil)
	}
	return out
}
