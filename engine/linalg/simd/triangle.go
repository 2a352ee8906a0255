package simd

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A Triangle is a triangular matrix of order at most [Depth], packed for solving: a
// lower one from its first row to the last, an upper one from the last to the first.
type Triangle struct {
	n     int
	upper bool
	// rows has one sliver for each group of tileRows rows, in the order of solution. A
	// sliver holds the entries at the rows solved before, then the diagonal square, row
	// by row.
	rows *Packed
}

// NewTriangle packs op(a), that is a or, for [blas.Trans], its transpose. Entries on
// the other side of the diagonal are not read. It panics if the order exceeds [Depth].
func NewTriangle(tA blas.Transpose, a blas64.Triangular) *Triangle {
	if a.N > Depth {
		panic("simd: NewTriangle: the order is more than Depth")
	}
	transposed := tA != blas.NoTrans
	m := tileRows()
	t := &Triangle{n: a.N, upper: (a.Uplo == blas.Upper) != transposed, rows: NewLeftFactor(a.N, (a.N+m-1)/m*m)}
	for k := range t.rows.Slivers() {
		lo, hi := t.sliverRows(k)
		from, count := 0, lo
		if t.upper {
			from, count = hi, t.n-hi
		}
		sliver := t.sliver(k)
		if count > 0 {
			g := blas64.General{Rows: a.N, Cols: a.N, Stride: a.Stride, Data: a.Data}
			if transposed {
				packColumns(sliver[:count*m], m, g, lo, hi, from, count)
			} else {
				packRows(sliver[:count*m], m, g, lo, hi, from, count)
			}
		}
		t.packSquare(sliver[count*m:][:m*m], transposed, a, lo, hi)
	}
	return t
}

// sliverRows returns the range of rows lo … hi-1 of sliver k.
func (t *Triangle) sliverRows(k int) (lo, hi int) {
	m := t.rows.width
	if t.upper {
		return max(0, t.n-(k+1)*m), t.n - k*m
	}
	return k * m, min((k+1)*m, t.n)
}

func (t *Triangle) sliver(k int) []float64 { return t.rows.sliver(t.rows.segments[0], k) }

// packSquare packs the diagonal square of the rows lo … hi-1, padded with rows of the
// identity.
func (t *Triangle) packSquare(square []float64, transposed bool, a blas64.Triangular, lo, hi int) {
	m, row, column := t.rows.width, a.Stride, 1
	if transposed {
		row, column = column, row
	}
	clear(square)
	for i := range m {
		square[i*m+i] = 1
		if lo+i >= hi {
			continue
		}
		from, to := 0, i
		if t.upper {
			from, to = i+1, hi-lo
		}
		if a.Diag != blas.Unit {
			square[i*m+i] = a.Data[(lo+i)*(row+column)]
		}
		for j := from; j < to; j++ {
			square[i*m+j] = a.Data[(lo+i)*row+(lo+j)*column]
		}
	}
}

// Release returns the storage for reuse. t must not be used afterwards.
func (t *Triangle) Release() { t.rows.Release() }

// Solve replaces sliver k of right by the solution Y of T·Y = that sliver. right is a
// right factor whose depth is the order of T. Each line is solved separately, from the
// first depth for a lower T and from the last for an upper one. An entry thus depends
// only on the entries solved before it and on the rows of T up to its own.
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
		lo, hi := t.sliverRows(s)
		if hi-lo == m {
			t.solveRows(s, sliver, &sliver[lo*w])
			continue
		}
		// The last rows are fewer than those of a tile: solve a copy.
		var last [maxTile]float64
		copy(last[:], sliver[lo*w:hi*w])
		t.solveRows(s, sliver, &last[0])
		copy(sliver[lo*w:hi*w], last[:])
	}
	multiplyAdds.Add(int64(min(w, right.lines-k*w)) * int64(t.n*(t.n+1)/2))
}

// solveRows solves the rows of sliver s of T for the tile at y.
func (t *Triangle) solveRows(s int, right []float64, y *float64) {
	solved := s * t.rows.width
	l := t.sliver(s)
	square := &l[solved*t.rows.width]
	if !t.upper {
		solve(solved, &l[0], &right[0], square, y)
		return
	}
	if solved > 0 {
		right = right[(t.n-solved)*tileColumns():]
	}
	solveBack(solved, &l[0], &right[0], square, y)
}
