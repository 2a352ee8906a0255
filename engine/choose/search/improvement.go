package search

import "gonum.org/v1/gonum/stat/distuv"

// Improvement is the expected improvement δΦ(δ/s) + sφ(δ/s) of what is normal with mean
// mu and standard deviation s over the best value so far, with δ = mu − best − xi; where s
// is 0, the improvement itself or 0.
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
	// Below, the two terms cancel. With a = −z their sum is density·K/(a + K), where
	// K = 1/(a + 2/(a + 3/(a + …))) is Mills' ratio 1/(a + K) continued.
	a, k := -z, 0.0
	for i := 200; i > 0; i-- {
		k = float64(i) / (a + k)
	}
	return density * k / (a + k)
}
