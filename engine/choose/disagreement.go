package choose

import (
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// A Disagreement counts the pairs of points that validation parts order differently.
// Only pairs whose mean difference exceeds its error are counted: the order of others
// is chance.
type Disagreement struct {
	// Pairs is the number of counted pairs.
	Pairs int `json:"pairs"`
	// Changed is the share of pairs that a part orders against the mean of all parts,
	// averaged over the parts; 0 without pairs.
	Changed float64 `json:"changed"`
}

const (
	// mostChanged is the share of reordered pairs above which parts disagree.
	mostChanged = 0.1
	// mostCompared limits the points whose pairs are counted. Of more points, evenly
	// spaced ones are taken.
	mostCompared = 400
)

// DisagreementOf counts reordered pairs among points[i], the scores of point i on each
// part. ratio is that of [Row.Ratio].
func DisagreementOf(points [][]float64, ratio float64) (d Disagreement) {
	step := (len(points) + mostCompared - 1) / mostCompared
	if step > 1 { // take the same points whatever their order
		points = slices.SortedFunc(slices.Values(points), slices.Compare[[]float64])
	}
	changed := 0
	var differences []float64
	for i := 0; i < len(points); i += step {
		for j := 0; j < i; j += step {
			differences = append(differences[:0], points[i]...)
			floats.Sub(differences, points[j])
			if against, ok := countAgainst(differences, ratio, roundingBound(points[i])); ok {
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

// countAgainst returns the number of parts on which the difference of two points has
// the opposite sign of its mean. ok is false if the mean exceeds neither its error nor
// the rounding error.
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

// warning returns the warning that parts disagree.
func (d Disagreement) warning(parts int, of string) string {
	return message.Numbers("the %d %s disagree on which points are better: of %d pairs that differ by more than their error, %.0f %% have the opposite order on a part (mean over parts); ★ may be far from the best", parts, of, d.Pairs, 100*d.Changed)
}
