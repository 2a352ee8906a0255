package snapshot

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
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

// VarianceRange are the least and the greatest variance of any training output.
func VarianceRange(r *choose.Row) (lo, hi float64) {
	first := true
	for _, res := range r.Results {
		if res.Error != "" {
			continue
		}
		a, b := float64(res.Variance.Min), float64(res.Variance.Max)
		if first {
			lo, hi, first = a, b, false
		}
		lo, hi = min(lo, a), max(hi, b)
	}
	return lo, hi
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
