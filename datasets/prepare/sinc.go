package prepare

import "math"

// SincReach is how many samples of the slower rate the interpolation looks at
// on either side.
const SincReach = 16

// SincWeights are the weights of the samples from reach before to reach after,
// for a place a share of a sample after the middle one.
func SincWeights(share, corner float64, reach int) []float64 {
	weights := make([]float64, 2*reach+1)
	for k := range weights {
		d := share + float64(reach-k)
		if math.Abs(d) >= float64(reach) {
			continue
		}
		weights[k] = corner * (1 + math.Cos(math.Pi*d/float64(reach))) / 2
		if u := math.Pi * corner * d; u != 0 {
			weights[k] *= math.Sin(u) / u
		}
	}
	return weights
}
