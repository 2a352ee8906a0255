package search

import "gonum.org/v1/gonum/stat/distuv"

// Improvement returns the expected improvement δΦ(δ/s) + sφ(δ/s) of a normal variable
// with mean mu and standard deviation s over the best value so far, with δ = mu − best
// − xi. For s = 0 it returns max(0, δ).
func Improvement(mu, s, best, xi float64) float64 {
	delta := mu - best - xi
	if !(s > 0) {
		return max(0, delta)
	}
	z := delta / s
	density := s * distuv.UnitNormal.Prob(z)
	if z > -2 {
		return density + delta*distuv.UnitNormal.CDF(z)
	}
	// For z ≤ −2 the two terms cancel. With a = −z their sum is density·K/(a + K),
	// where K = 1/(a + 2/(a + 3/(a + …))) continues Mills' ratio 1/(a + K).
	a, k := -z, 0.0
	for i := 200; i > 0; i-- {
		k = float64(i) / (a + k)
	}
	return density * k / (a + k)
}
