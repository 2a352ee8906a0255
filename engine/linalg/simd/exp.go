package simd

import "math"

// Exp replaces each entry of x by its exponential, to within one or two units
// in the last place. e^−∞ is 0, e^+∞ and what overflows +∞, and results below
// the normal numbers are rounded to the subnormal ones or 0; NaN stays NaN.
func Exp(x []float64) { exp(x) }

// Expm1 replaces each entry v of x by e^v − 1, to within two units in the last
// place also where v is near zero, where e^v − 1 would cancel. −∞ gives −1, +∞
// and what overflows +∞; NaN stays NaN and the sign of a zero is kept.
func Expm1(x []float64) { expm1(x) }

// SquaredDistances replaces each inner product prod[j] = z_j·x by ‖z_j − x‖²,
// where xx is ‖x‖² and zz[j] is ‖z_j‖². What rounding made negative counts as
// zero. It gives the least of these that is a number, +∞ where there is none, and
// panics unless prod and zz have one length.
func SquaredDistances(prod []float64, xx float64, zz []float64) (least float64) {
	if len(prod) != len(zz) {
		panic("simd: SquaredDistances: lengths differ")
	}
	return squaredDistances(prod, xx, zz)
}

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
