package simd

import "math"

func expPortable(x []float64) {
	for i, v := range x {
		x[i] = math.Exp(v)
	}
}

func expm1Portable(x []float64) {
	for i, v := range x {
		x[i] = math.Expm1(v)
	}
}

// squaredDistancesPortable is squaredDistances in plain Go.
func squaredDistancesPortable(prod []float64, xx float64, zz []float64) (least float64) {
	zz, least = zz[:len(prod)], math.Inf(1)
	for j, p := range prod {
		d := max(0, xx+zz[j]-2*p)
		prod[j] = d
		if d < least {
			least = d
		}
	}
	return least
}
