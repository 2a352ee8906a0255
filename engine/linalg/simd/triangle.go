package simd

import "gonum.org/v1/gonum/blas/blas64"

// A Triangle is a lower triangular matrix L of order at most [Depth], packed to
// be solved with.
type Triangle struct {
	n        int
	rows     *Packed   // L below its diagonal squares
	diagonal []float64 // its diagonal squares of the order of a tile's rows
}

// Entries tells where the entries of a triangular matrix are: entry (i, j) is
// Data[Start+i*Row+j*Column]. With Row and Column exchanged it is the transpose
// of an upper one; negative ones turn its order round. Unit means that the
// diagonal is one, whatever is stored.
type Entries struct {
	Data               []float64
	Start, Row, Column int
	Unit               bool
}

// NewTriangle packs a lower triangular matrix of order n. Entries above the
// diagonal are not read. It panics if n is more than [Depth].
func NewTriangle(n int, e Entries) *Triangle {
	if n > Depth {
		panic("simd: NewTriangle: the order is more than Depth")
	}
	t := &Triangle{n: n, rows: NewLeft(n, n)}
	m := t.rows.width
	t.diagonal = make([]float64, t.rows.Slivers()*m*m)
	for k := range t.rows.Slivers() {
		first := k * m
		t.packBelow(e, k, first)
		square := t.diagonal[k*m*m:][:m*m]
		for i := range m {
			// What is past the last row solves to what it was.
			square[i*m+i] = 1
			if first+i >= n {
				continue
			}
			row := e.Start + (first+i)*e.Row
			for j := range i {
				square[i*m+j] = e.Data[row+(first+j)*e.Column]
			}
			if !e.Unit {
				square[i*m+i] = e.Data[row+(first+i)*e.Column]
			}
		}
	}
	return t
}

// packBelow packs sliver k, whose first row is given, left of its square.
func (t *Triangle) packBelow(e Entries, k, first int) {
	if first == 0 {
		return
	}
	m := t.rows.width
	sliver := t.rows.sliver(t.rows.segments[0], k)[:first*m]
	if first+m > t.n {
		clear(sliver)
	}
	for i := range min(m, t.n-first) {
		at := e.Start + (first+i)*e.Row
		for d := range first {
			sliver[d*m+i] = e.Data[at]
			at += e.Column
		}
	}
}

// Release gives the storage back. t must not be used after it.
func (t *Triangle) Release() { t.rows.Release() }

// Solve replaces sliver k of right by the solution Y of L·Y = that sliver. right
// is a right factor whose depth is the order of L. Each line of it is solved by
// itself, in the order of its depths: an entry depends on those before it in its
// line and on the rows of L up to its own, and on nothing else.
func (t *Triangle) Solve(right *Packed, k int) {
	if right.depth != t.n {
		panic("simd: Solve: orders differ")
	}
	if t.n == 0 {
		return
	}
	m, w := t.rows.width, right.width
	sliver := right.sliver(right.segments[0], k)
	for s := range t.rows.Slivers() {
		first := s * m
		square := &t.diagonal[s*m*m]
		if first+m <= t.n {
			t.solveRows(s, first, sliver, square, &sliver[first*w])
			continue
		}
		// The last rows are fewer than a tile's: they are solved on a copy.
		var last [maxTile]float64
		copy(last[:], sliver[first*w:])
		t.solveRows(s, first, sliver, square, &last[0])
		copy(sliver[first*w:], last[:])
	}
}

// solveRows solves the rows of sliver s of L, the first of which is given, for
// the tile at y.
func (t *Triangle) solveRows(s, first int, right []float64, square, y *float64) {
	if first > 0 {
		l := t.rows.sliver(t.rows.segments[0], s)
		tile(first, &l[0], t.rows.width, &right[0], -1, y, tileColumns(), 1)
	}
	solve(square, y)
}

// Reverse turns the order of the depths round in sliver k of p, whose depth is
// at most [Depth].
func (p *Packed) Reverse(k int) {
	s := p.segments[0]
	if s.size != p.depth {
		panic("simd: Reverse: the depth is more than Depth")
	}
	sliver := p.sliver(s, k)
	for i, j := 0, s.size-1; i < j; i, j = i+1, j-1 {
		a, b := sliver[i*p.width:][:p.width], sliver[j*p.width:][:p.width]
		for l := range a {
			a[l], b[l] = b[l], a[l]
		}
	}
}

// Of is where the entries of a are.
func Of(a blas64.General) Entries { return Entries{Data: a.Data, Row: a.Stride, Column: 1} }

// Transposed is the transpose of e.
func (e Entries) Transposed() Entries {
	e.Row, e.Column = e.Column, e.Row
	return e
}

// Reversed is e, of order n, with its rows and columns in reverse order.
func (e Entries) Reversed(n int) Entries {
	e.Start += (n - 1) * (e.Row + e.Column)
	e.Row, e.Column = -e.Row, -e.Column
	return e
}
