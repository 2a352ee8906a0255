package simd

import "math"

// Exp replaces each entry of x by its exponential, to within one or two units in the
// last place. e^−∞ is 0, e^+∞ and overflow are +∞, and results below the normal numbers
// are rounded to subnormal numbers or 0. NaN stays NaN.
func Exp(x []float64) { exp(x) }

// Expm1 replaces each entry v of x by e^v − 1, to within two units in the last place,
// also for v near zero, where e^v − 1 would cancel. −∞ becomes −1, +∞ and overflow
// become +∞. NaN and the sign of a zero are kept.
func Expm1(x []float64) { expm1(x) }

// SquaredDistances replaces each inner product prod[j] = z_j·x by ‖z_j − x‖², where xx
// is ‖x‖² and zz[j] is ‖z_j‖². Negative rounding errors become zero. It returns the
// smallest distance, ignoring NaN, or +∞ if there is none. It panics unless prod and zz
// have the same length.
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

// squaredDistancesPortable computes squaredDistances in plain Go.
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
