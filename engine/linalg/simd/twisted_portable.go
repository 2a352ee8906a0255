package simd

import "math"

// twistedPortable computes eight eigenvectors. It sets twist to the row at which each
// of the factorisations of T - λ is twisted, row i+1 of up to entry i of the vectors up
// to that row, and row i of down to entry i from that row on.
func twistedPortable(t *Twisted, lambda *[TwistedLanes]float64, up, down []float64, twist *[TwistedLanes]float64) {
	twistedFactorsPortable(t, lambda, up, down)
	const m = TwistedLanes
	var best [m]float64
	for c := range best {
		best[c], twist[c] = math.MaxFloat64, 0
	}
	for i, d := range t.d {
		above, below := (*[m]float64)(up[m*i:]), (*[m]float64)(down[m*(i+1):])
		for c, l := range lambda {
			if pivot := math.Abs(l - d - t.e[i]*above[c] - t.e[i+1]*below[c]); pivot < best[c] {
				best[c], twist[c] = pivot, float64(i)
			}
		}
	}
	var x, y [m]float64
	for i := range t.d {
		j := t.n - 1 - i
		above, below := (*[m]float64)(up[m*(j+1):]), (*[m]float64)(down[m*i:])
		for c := range m {
			above[c] = twistedEntry(x[c]*above[c], float64(j) == twist[c])
			below[c] = twistedEntry(y[c]*below[c], float64(i) == twist[c])
			x[c], y[c] = above[c], below[c]
		}
	}
}

// twistedEntry returns an entry of a vector: one at the twist, and zero instead of
// negligible values.
func twistedEntry(x float64, twist bool) float64 {
	switch {
	case twist:
		return 1
	case math.Abs(x) > twistedLeast:
		return x
	}
	return 0
}

// twistedFactorsPortable sets row i+1 of up to e_(i+1)/δ_i, δ_i = λ - d_i - e_i up_i,
// and row i of down to e_i/δ_i, δ_i = λ - d_i - e_(i+1) down_(i+1).
func twistedFactorsPortable(t *Twisted, lambda *[TwistedLanes]float64, up, down []float64) {
	const m = TwistedLanes
	clear(up[:m])
	clear(down[m*t.n:])
	for i, d := range t.d {
		j := t.n - 1 - i
		above, here := (*[m]float64)(up[m*i:]), (*[m]float64)(up[m*(i+1):])
		below, there := (*[m]float64)(down[m*(j+1):]), (*[m]float64)(down[m*j:])
		for c, l := range lambda {
			here[c] = t.e[i+1] / (l - d - t.e[i]*above[c] + twistedTiny)
			there[c] = t.e[j] / (l - t.d[j] - t.e[j+1]*below[c] + twistedTiny)
		}
	}
}
