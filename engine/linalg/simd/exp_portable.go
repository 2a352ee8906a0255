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
func squaredDistancesPortable(prod []float64, xx float64, zz []float64) {
	zz = zz[:len(prod)]
	for j, p := range prod {
		prod[j] = max(0, xx+zz[j]-2*p)
	}
}
