package simd

import "sync/atomic"

// multiplyAdds are those of all goroutines. Blocks add to it, not tiles, so that it costs
// nothing.
var multiplyAdds atomic.Int64

// MultiplyAdds is how many multiply-adds products and solves with triangles have taken
// since the program began: one for each entry that is wanted and each depth, the zeros that
// fill up slivers left out. A product that goes to two matrices is made once. It tells what
// a computation takes at least; no result depends on it.
func MultiplyAdds() int64 { return multiplyAdds.Load() }

// entries is how many the part holds of so many rows and columns from row i and column j on.
func (p Part) entries(i, rows, j, columns int) (n int) {
	for k := range rows {
		from, to := p.columns(i+k, j, columns)
		n += max(0, to-from)
	}
	return n
}
