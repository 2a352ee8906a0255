package align

import "math"

// Window restricts the pairs (i, j) of frames of a path. The zero Window allows all.
type Window struct {
	bounded bool // by a band
	width   int
	slope   float64 // of a parallelogram, 0 for none
}

// Band returns the band of Sakoe and Chiba: |i−j| ≤ width. Width 0 is the Euclidean
// distance of series of one length; series whose lengths differ by more than the width
// have no path.
func Band(width int) Window { return Window{bounded: true, width: width} }

// Width returns the width of a [Band]; bounded is false for another window.
func (w Window) Width() (width int, bounded bool) { return w.width, w.bounded }

// Itakura returns the parallelogram of Itakura for a slope of at least 1. It allows a
// and b steps from the first frames, or to the last, if a/slope ≤ b ≤ slope·a for both.
func Itakura(slope float64) Window { return Window{slope: slope} }

// Widened returns a window in which series of n and m frames have a path: it widens a
// band that is too narrow to the difference of their lengths.
func (w Window) Widened(n, m int) Window {
	if w.bounded {
		w.width = max(w.width, n-m, m-n)
	}
	return w
}

// row returns the range [lo, hi) of j that the window allows in row i of an n×m table.
func (w Window) row(i, n, m int) (lo, hi int) {
	switch {
	case w.bounded:
		return max(0, min(m, i-w.width)), max(0, min(m, i+w.width+1))
	case w.slope > 0:
		return w.parallelogram(i, n, m)
	}
	return 0, m
}

// parallelogram returns the range of a row in the window of [Itakura].
func (w Window) parallelogram(i, n, m int) (lo, hi int) {
	a, rest := float64(i), float64(n-1-i)
	last := float64(m - 1)
	// Rounding must not cut off a corner exactly on the line.
	const slack = 1e-9
	from := max(math.Ceil(a/w.slope-slack), math.Ceil(last-w.slope*rest-slack), 0)
	to := min(math.Floor(a*w.slope+slack), math.Floor(last-rest/w.slope+slack), last)
	return int(from), max(int(from), int(to)+1)
}
