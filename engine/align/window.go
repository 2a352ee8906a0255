package align

// Window restricts the pairs (i, j) of frames of a path. The zero Window allows all.
type Window struct {
	bounded bool
	width   int
}

// Band returns the band of Sakoe and Chiba: |i−j| ≤ width. Width 0 is the Euclidean
// distance of series of one length; series whose lengths differ by more than the width
// have no path.
func Band(width int) Window { return Window{true, width} }

// Width returns the width of a [Band]; bounded is false for the zero Window.
func (w Window) Width() (width int, bounded bool) { return w.width, w.bounded }

// Widened returns a window in which series of n and m frames have a path: it widens a
// band that is too narrow to the difference of their lengths.
func (w Window) Widened(n, m int) Window {
	if w.bounded {
		w.width = max(w.width, n-m, m-n)
	}
	return w
}

// row returns the range [lo, hi) of j that the window allows in row i of a table of m
// columns.
func (w Window) row(i, m int) (lo, hi int) {
	if !w.bounded {
		return 0, m
	}
	return max(0, min(m, i-w.width)), max(0, min(m, i+w.width+1))
}
