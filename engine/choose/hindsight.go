package choose

import (
	"math"
	"slices"
)

// Hindsight says how well a choice on validation held on test. It is shown and
// never chosen by.
type Hindsight struct {
	// Tau is Kendall's τ-b of the scores on validation and on test.
	Tau float64 `json:"tau"`
	// Rank is the place of the choice on test, from 1; equals share the best.
	Rank int `json:"rank"`
	// Optimism is by how much test is worse than validation said: by what share
	// where scores are logarithms, else by how much.
	Optimism float64 `json:"optimism"`
	// Points is the number of points that have both scores.
	Points int `json:"points"`
}

// Judge sets scores on validation beside those of the same points on test, less
// being better; logs says that they are logarithms. Points without one of the two
// (NaN) are left out. It is false where the chosen one is among them.
func Judge(validation, test []float64, chosen int, logs bool) (h Hindsight, ok bool) {
	if chosen < 0 || math.IsNaN(validation[chosen]+test[chosen]) {
		return h, false
	}
	var u, v []float64
	for i := range validation {
		if !math.IsNaN(validation[i] + test[i]) {
			u, v = append(u, validation[i]), append(v, test[i])
		}
	}
	h = Hindsight{Tau: KendallTau(levels(u), levels(v)), Rank: 1, Optimism: test[chosen] - validation[chosen], Points: len(u)}
	for _, t := range v {
		if t < test[chosen] && !sameScore(t, test[chosen]) {
			h.Rank++
		}
	}
	if logs {
		h.Optimism = math.Expm1(h.Optimism)
	}
	return h, true
}

// sameScore says that two scores differ by rounding alone.
func sameScore(a, b float64) bool {
	return math.Abs(a-b) <= scoreRounding*max(1, math.Abs(a), math.Abs(b))
}

// scoreRounding is the relative difference within which scores are equal.
const scoreRounding = 1e-12

// levels are the scores with those that differ by rounding alone made equal.
func levels(scores []float64) []float64 {
	sorted := slices.Sorted(slices.Values(scores))
	of := make(map[float64]float64, len(scores))
	for i, s := range sorted {
		of[s] = s
		if i > 0 && sameScore(sorted[i-1], s) {
			of[s] = of[sorted[i-1]]
		}
	}
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = of[s]
	}
	return out
}
