package sweepview

import (
	"math"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/clean"
)

// FirstSound returns the first result of a row without an error, or nil.
func FirstSound(r *choose.Row) *result.Result {
	for _, res := range r.Results {
		if res.Error == "" {
			return res
		}
	}
	return nil
}

// Violations counts the rows that violate unit variance.
func Violations(sc *Sweep) int {
	n := 0
	for i := range sc.Rows {
		if sc.Rows[i].Measured() && Violated(&sc.Rows[i]) {
			n++
		}
	}
	return n
}

// Mean returns the mean of a statistic, NaN if it has no values.
func Mean(s choose.Stat) float64 {
	if s.N == 0 {
		return math.NaN()
	}
	return s.Mean
}

// Violated reports whether a row violates unit variance.
func Violated(r *choose.Row) bool { return !r.VarianceOK }

// Variance writes a variance: four decimals near 1, else as a number.
func Variance(v float64) clean.Text {
	if v > 0.5 && v < 2 {
		return clean.Sprintf("%.4f", v)
	}
	return clean.Number(v)
}

// NoSlowness is the slowness below which a free response counts as constant; rounding leaves
// values of either sign.
const NoSlowness = 1e-12

// SegmentsAre returns the plural noun for the segments of the data, "segments" by default.
func (sc *Sweep) SegmentsAre() clean.Text {
	if sc.Segments == "" {
		return "segments"
	}
	return sc.Segments
}

// InWords returns a measure's name with "segments" replaced by the data's noun for them.
func (sc *Sweep) InWords(name string) clean.Text {
	return clean.Of(strings.Replace(name, "segments", string(sc.SegmentsAre()), 1))
}
