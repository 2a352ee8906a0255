package align

import "math"

// Window says which pairs (i, j) of frames a path may go through. The zero Window lets
// paths go anywhere.
type Window struct {
	kind  windowKind
	width int
	slope float64
}

type windowKind uint8

const (
	anywhere windowKind = iota
	band
	itakura
)

// Band is the band of Sakoe and Chiba: |i−j| ≤ width. Width 0 is the Euclidean distance of
// series of one length; series whose lengths differ by more have no path.
func Band(width int) Window { return Window{kind: band, width: width} }

// Width is that of a [Band]; false for another window.
func (w Window) Width() (width int, bounded bool) { return w.width, w.kind == band }

// Itakura is the parallelogram of Itakura for a slope of at least 1: with a and b the steps
// from the first frames, or to the last, a/slope ≤ b ≤ slope·a for both.
func Itakura(slope float64) Window { return Window{kind: itakura, slope: slope} }

// Widened is the window in which series of n and m frames have a path: a band that is too
// narrow for them becomes as wide as their lengths differ.
func (w Window) Widened(n, m int) Window {
	if w.kind == band {
		w.width = max(w.width, n-m, m-n)
	}
	return w
}

// row is the range [lo, hi) of j that row i of an n×m table may have.
func (w Window) row(i, n, m int) (lo, hi int) {
	switch w.kind {
	case band:
		return max(0, min(m, i-w.width)), max(0, min(m, i+w.width+1))
	case itakura:
		a, rest := float64(i), float64(n-1-i)
		last := float64(m - 1)
		// Rounding must not cut off a corner that is exactly on the line.
		const slack = 1e-9
		from := max(math.Ceil(a/w.slope-slack), math.Ceil(last-w.slope*rest-slack), 0)
		to := min(math.Floor(a*w.slope+slack), math.Floor(last-rest/w.slope+slack), last)
		return int(from), max(int(from), int(to)+1)
	}
	return 0, m
}
