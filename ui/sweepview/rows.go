package sweepview

import (
	"math"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/clean"
)

// FirstSound is the first fold of a row that did not fail; nil where all did.
func FirstSound(r *choose.Row) *result.Result {
	for _, res := range r.Results {
		if res.Error == "" {
			return res
		}
	}
	return nil
}

// Violations counts the violations among the rows.
func Violations(sc *Sweep) int {
	n := 0
	for i := range sc.Rows {
		if sc.Rows[i].Measured() && Violated(&sc.Rows[i]) {
			n++
		}
	}
	return n
}

// Mean makes a missing statistic visible as such.
func Mean(s choose.Stat) float64 {
	if s.N == 0 {
		return math.NaN()
	}
	return s.Mean
}

// Violated says that a row does not hold unit variance.
func Violated(r *choose.Row) bool { return !r.VarianceOK }

// Variance writes a variance near 1.
func Variance(v float64) clean.Text {
	if v > 0.5 && v < 2 {
		return clean.Sprintf("%.4f", v)
	}
	return clean.Number(v)
}

// NoSlowness is what counts as none of a free response, which rounding leaves
// of either sign.
const NoSlowness = 1e-12

// SegmentsAre is what the segments of the data are called in the plural.
func (sc *Sweep) SegmentsAre() clean.Text {
	if sc.Segments == "" {
		return "segments"
	}
	return sc.Segments
}

// InWords is a name of a measure with the segments called what they are.
func (sc *Sweep) InWords(name string) clean.Text {
	return clean.Of(strings.Replace(name, "segments", string(sc.SegmentsAre()), 1))
}
