package choose

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Disagreement counts the pairs of points that validation parts order differently. Only pairs
// count whose mean difference exceeds its error: the order of others is chance.
type Disagreement struct {
	// Pairs is the number of pairs that count.
	Pairs int `json:"pairs"`
	// Changed is the share of them that a part orders against the mean of all parts, averaged
	// over the parts; 0 without pairs.
	Changed float64 `json:"changed"`
}

const (
	// mostChanged is the share of pairs that may change their order.
	mostChanged = 0.1
	// mostCompared bounds the points whose pairs are counted; of more, evenly spaced ones are.
	mostCompared = 400
)

// DisagreementOf counts pairs among the scores of points, part by part; ratio is that of
// [Row.Ratio].
func DisagreementOf(points [][]float64, ratio float64) (d Disagreement) {
	step := (len(points) + mostCompared - 1) / mostCompared
	if step > 1 { // the same points in whatever order they come
		points = slices.SortedFunc(slices.Values(points), slices.Compare[[]float64])
	}
	changed := 0
	var differences []float64
	for i := 0; i < len(points); i += step {
		for j := 0; j < i; j += step {
			differences = append(differences[:0], points[i]...)
			floats.Sub(differences, points[j])
			if against, ok := countAgainst(differences, ratio, rounding(points[i])); ok {
				d.Pairs++
				changed += against
			}
		}
	}
	if d.Pairs > 0 {
		d.Changed = float64(changed) / float64(d.Pairs*len(points[0]))
	}
	return d
}

// countAgainst counts the parts on which the difference of two points has another sign than its
// mean; false where that does not exceed its error, or what rounding makes of it.
func countAgainst(differences []float64, ratio, rounding float64) (against int, ok bool) {
	n := float64(len(differences))
	mean, variance := stat.MeanVariance(differences, nil)
	if n < 2 || !(math.Abs(mean) > max(math.Sqrt(variance*(1/n+ratio)), rounding)) {
		return 0, false
	}
	for _, v := range differences {
		if v*mean < 0 {
			against++
		}
	}
	return against, true
}

// Disagree reports whether the parts disagree on which points are better.
func (d Disagreement) Disagree() bool { return d.Changed > mostChanged }

// line returns the warning that parts disagree.
func (d Disagreement) line(parts int, of string) string {
	return message.Numbers("the %d %s disagree on which points are better: of %d pairs that differ by more than their error, %.0f %% are in the other order on a part (mean over parts); ★ may be far from the best", parts, of, d.Pairs, 100*d.Changed)
}
