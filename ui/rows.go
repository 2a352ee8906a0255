package ui

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/result"
)

// firstSound is the first fold of a row that did not fail; nil where all did.
func firstSound(r *choose.Row) *result.Result {
	for _, res := range r.Results {
		if res.Error == "" {
			return res
		}
	}
	return nil
}

// extremes are the least and the greatest variance of any training output.
func extremes(r *choose.Row) (lo, hi float64) {
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

// broken counts the violations among the rows.
func broken(sc *scene) int {
	n := 0
	for i := range sc.rows {
		if sc.rows[i].Measured() && violated(&sc.rows[i]) {
			n++
		}
	}
	return n
}

// orNaN makes a missing statistic visible as such.
func orNaN(s choose.Stat) float64 {
	if s.N == 0 {
		return math.NaN()
	}
	return s.Mean
}

// violated says that a row does not hold unit variance.
func violated(r *choose.Row) bool { return !r.VarianceOK }
