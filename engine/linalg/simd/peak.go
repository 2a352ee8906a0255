package simd

import "slices"

// Paths are the names of the paths that this processor has, the best one last.
func Paths() []string { return slices.Clone(names[:best()+1]) }

// FusedMultiplyAdds adds products in registers, without touching memory, as fast as the
// path of the given name can: rounds times in each register that a tile sums in. It gives
// how many operations that were, two for each product. It panics where the processor does
// not have the path.
func FusedMultiplyAdds(name string, rounds int) (operations float64) {
	p := path(slices.Index(names[:best()+1], name))
	if p < 0 {
		panic("simd: this processor has no path " + name)
	}
	if rounds <= 0 {
		return 0
	}
	return 2 * float64(rounds) * float64(peak(p, rounds))
}

// peakPortable is the peak of compiled Go: a product and a sum in each of some variables.
func peakPortable(rounds int) (sums int) {
	var a, b, c, d, e, f, g, h float64
	x, y := 0.5, 0.25
	for range rounds {
		a, b, c, d = a*x+y, b*x+y, c*x+y, d*x+y
		e, f, g, h = e*x+y, f*x+y, g*x+y, h*x+y
	}
	if a+b+c+d != e+f+g+h {
		panic("simd: sums of the same numbers differ")
	}
	return 8
}
