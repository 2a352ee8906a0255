package align

import (
	"math"

	"example.com/sfatui/engine/linalg/simd"
)

// GAK is the global alignment kernel of a width (Cuturi et al. 2007, Cuturi 2011): the
// sum over all paths of the product of e/(2−e) with e = exp(−‖x_i − y_j‖²/2σ²). It is
// positive definite.
type GAK struct {
	Sigma float64
	// Band T above 0 multiplies e by 1 − |i−j|/T, cut at 0. Series whose lengths differ
	// by T or more then have no path.
	Band int
}

const (
	// largeEntry and smallEntry bound the largest entry of a row before it is scaled.
	largeEntry, smallEntry = 1e100, 1e-100
	// maxLogFall bounds the fall of the logarithm of the largest entry of a row below
	// that of an earlier row. The loss of a row to underflow is smaller still by e⁻¹⁰⁸.
	maxLogFall = 600
)

// Log returns the logarithm of the kernel of two series; −∞ if they have no path. Rows
// of the table share a scale, so that no entry takes a logarithm. If entries underflow,
// as at widths far below the distances of the frames, it adds logarithms instead. The
// relative error of the kernel is about 10⁻¹⁵ for each frame.
func (g GAK) Log(a *Aligner, x, y Series) float64 {
	check(x, y)
	x, y = shorterFirst(x, y)
	if g.Band > 0 && y.Len()-x.Len() >= g.Band {
		return -inf
	}
	a.prepare(y)
	if log, ok := g.logScaled(a, x, y); ok {
		return log
	}
	return g.logEntrywise(a, x, y)
}

// window returns the range of columns of row i that are not zero.
func (g GAK) window(i, m int) (lo, hi int) {
	if g.Band > 0 {
		return Band(g.Band-1).row(i, m, m)
	}
	return 0, m
}

// similarities returns e/(2−e) of a frame and the frames lo … hi-1 of y, in the storage
// of a.
func (g GAK) similarities(a *Aligner, frame []float64, i, m, lo, hi int) []float64 {
	e := a.distances(frame, m, lo, hi)
	scale := max(-math.MaxFloat64, -1/(2*g.Sigma*g.Sigma)) // the bound prevents 0·∞
	for j := range e {
		e[j] *= scale
	}
	simd.Exp(e)
	if g.Band > 0 {
		for j := range e {
			e[j] *= 1 - math.Abs(float64(i-lo-j))/float64(g.Band)
		}
	}
	for j, v := range e {
		e[j] = v / (2 - v)
	}
	return e
}

// logScaled computes Log with one scale for each row. ok is false if that may have lost
// too many digits.
func (g GAK) logScaled(a *Aligner, x, y Series) (log float64, ok bool) {
	n, m := x.Len(), y.Len()
	above, row := a.above[:m+1], a.row[:m+1]
	clear(above)
	clear(row)
	above[0] = 1
	scale, most := 0.0, 0.0 // logarithm of the divisor of rows, and its largest value
	for i := range n {
		lo, hi := g.window(i, m)
		largest := sumPaths(row[lo+1:hi+1], above[lo:hi+1], g.similarities(a, x.frame(i), i, m, lo, hi), a.sums)
		if i == 0 {
			above[0] = 0
		}
		if hi < m {
			row[hi+1] = 0
		}
		row[lo] = 0
		if largest > largeEntry || largest < smallEntry {
			if !(largest > 0) {
				return 0, false
			}
			for j := lo + 1; j <= hi; j++ {
				row[j] /= largest
			}
			scale += math.Log(largest)
			if most = max(most, scale); scale < most-maxLogFall {
				return 0, false
			}
		}
		above, row = row, above
	}
	if above[m] < smallEntry*smallEntry {
		return 0, false
	}
	return scale + math.Log(above[m]), true
}

// sumPaths fills a row of the table of sums from the row above, which begins a column
// earlier. It returns the largest entry.
func sumPaths(row, above, similar, sums []float64) (largest float64) {
	row, above, sums = row[:len(similar)], above[:len(similar)+1], sums[:len(similar)]
	for j := range sums {
		sums[j] = above[j] + above[j+1]
	}
	v := 0.0
	for j, k := range similar {
		v = k * (sums[j] + v)
		row[j] = v
		if v > largest {
			largest = v
		}
	}
	return largest
}

// logEntrywise computes Log with the logarithm of every entry.
func (g GAK) logEntrywise(a *Aligner, x, y Series) float64 {
	n, m := x.Len(), y.Len()
	above, row := a.above[:m+1], a.row[:m+1]
	for j := range above {
		above[j], row[j] = -inf, -inf
	}
	above[0] = 0
	for i := range n {
		for j := range row {
			row[j] = -inf
		}
		lo, hi := g.window(i, m)
		for j, d := range a.distances(x.frame(i), m, lo, hi) {
			e := -d / (2 * g.Sigma * g.Sigma)
			if g.Band > 0 {
				e += math.Log1p(-math.Abs(float64(i-lo-j)) / float64(g.Band))
			}
			at := lo + j + 1
			row[at] = e - math.Log(2-math.Exp(e)) + logSum(above[at-1], above[at], row[at-1])
		}
		above, row = row, above
	}
	return above[m]
}

// logSum returns the logarithm of the sum of three numbers from their logarithms.
func logSum(a, b, c float64) float64 {
	most := max(a, b, c)
	if math.IsInf(most, -1) {
		return most
	}
	return most + math.Log(math.Exp(a-most)+math.Exp(b-most)+math.Exp(c-most))
}
