package simd

import (
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A Part selects the entries of a matrix that are written.
type Part int

const (
	// All is the whole matrix.
	All Part = iota
	// Upper is the upper triangle with the diagonal.
	Upper
	// Lower is the lower triangle with the diagonal.
	Lower
)

// coverage returns whether the part holds all (+1), some (0) or none (-1) of the rows i
// … i+rows-1 and columns j … j+columns-1.
func (p Part) coverage(i, rows, j, columns int) int {
	low, high := j-(i+rows-1), j+columns-1-i // the smallest and the largest column minus row
	if p == Lower {
		low, high = -high, -low
	}
	switch {
	case p == All || low >= 0:
		return 1
	case high < 0:
		return -1
	}
	return 0
}

// countEntries returns the number of entries of the part in the given rows and columns
// from row i and column j on.
func (p Part) countEntries(i, rows, j, columns int) (n int) {
	for k := range rows {
		from, to := p.columns(i+k, j, columns)
		n += max(0, to-from)
	}
	return n
}

// A Block is the rows I0 … I1-1 and columns J0 … J1-1 of a product. I0 and J0 are
// multiples of [BlockAlign].
type Block struct{ I0, I1, J0, J1 int }

// multiplyAdds counts the multiply-adds of all goroutines. It is updated once per
// block, so that its cost is negligible.
var multiplyAdds atomic.Int64

// MultiplyAdds returns the number of multiply-adds of products and triangular solves
// since the program began: one for each wanted entry and each depth, without padding. A
// product that is added to two matrices counts once. It is the minimal work of a
// computation; no result depends on it.
func MultiplyAdds() int64 { return multiplyAdds.Load() }

// Add adds alpha · left · right to the entries of c in the given block and part.
// Disjoint blocks may be computed concurrently. A right factor may also be the left
// one, standing for its transpose: the product of a matrix with its own transpose packs
// it once.
func Add(alpha float64, left, right *Packed, c blas64.General, b Block, part Part) {
	checkBlock(left, right, c, b)
	addSegments(left, right, b, part, matrix{c, alpha, 1}, matrix{})
}

// AddScaled multiplies c by beta and then adds the product as [Add] does. With beta = 0
// the previous values of c are ignored, including NaN.
func AddScaled(alpha float64, left, right *Packed, beta float64, c blas64.General, b Block, part Part) {
	if beta != 0 || len(left.segments) == 0 {
		Scale(beta, c, b, part)
		Add(alpha, left, right, c, b, part)
		return
	}
	checkBlock(left, right, c, b)
	addSegments(left, right, b, part, matrix{c, alpha, 0}, matrix{})
}

// AddBoth adds left · right to c, and the product with weighted segments to d, as [Add]
// does. The product is computed once.
func AddBoth(left, right *Packed, c, d blas64.General, b Block, part Part) {
	checkBlock(left, right, c, b)
	checkBlock(left, right, d, b)
	addSegments(left, right, b, part, matrix{c, 1, 1}, matrix{d, 1, 1})
}

// A matrix is the destination of a product times alpha. keep is one if its values are
// kept, zero if they are overwritten. The zero matrix receives nothing.
type matrix struct {
	blas64.General
	alpha float64
	keep  int
}

// addSegments loops over a block: over bundles of segments of the depth, over rows of
// tiles, over tiles, and over the segments of the bundle.
func addSegments(left, right *Packed, b Block, part Part, c, d matrix) {
	mr, nr := tileRows(), tileColumns()
	taken := 0
	for rest := left.segments; len(rest) > 0; {
		var bundle []segment
		bundle, rest = nextBundle(rest)
		for i := b.I0; i < b.I1; i += mr {
			// In a right factor several rows of tiles share a sliver.
			sliver, line := i/left.width, i%left.width
			rows := min(mr, b.I1-i)
			for j, k := b.J0, b.J0/nr; j < b.J1; j, k = j+nr, k+1 {
				columns := min(nr, b.J1-j)
				held, wanted := 1, rows*columns
				if part != All {
					held = part.coverage(i, rows, j, columns)
				}
				if held < 0 {
					continue
				}
				if held == 0 {
					wanted = part.countEntries(i, rows, j, columns)
				}
				first := c.keep
				for _, s := range bundle {
					taken += wanted * s.size
					l, r := left.sliver(s, sliver)[line:], right.sliver(s, k)
					d.alpha = s.weight
					if held > 0 && rows == mr && columns == nr {
						addFullTile(s.size, l, left.width, r, &c, &d, i, j)
					} else {
						addEdgeTile(s.size, l, left.width, r, &c, &d, i, rows, j, columns, part)
					}
					c.keep = 1
				}
				c.keep = first
			}
		}
		c.keep = 1
	}
	multiplyAdds.Add(int64(taken))
}

// nextBundle splits segments into the leading ones with a total depth of at most
// [Depth], and the rest.
func nextBundle(s []segment) (bundle, rest []segment) {
	depth := s[0].size
	for n := 1; n < len(s); n++ {
		if depth += s[n].size; depth > Depth {
			return s[:n], s[n:]
		}
	}
	return s, nil
}

// checkBlock panics unless the kernels stay within their arguments.
func checkBlock(left, right *Packed, c blas64.General, b Block) {
	switch {
	case left.depth != right.depth || len(left.segments) != len(right.segments):
		panic("simd: the factors differ in depth")
	case left.lines != c.Rows || right.lines != c.Cols:
		panic("simd: the factors do not make a product of the shape of c")
	case b.I0 < 0 || b.I1 > c.Rows || b.J0 < 0 || b.J1 > c.Cols || b.I0%BlockAlign != 0 || b.J0%BlockAlign != 0:
		panic("simd: the block is not inside of c or not aligned")
	case !stored(c):
		panic("simd: the storage of c is too short")
	case right.width != tileColumns():
		panic("simd: the second factor is not a right one")
	}
}

// addFullTile adds one full tile at row i and column j.
func addFullTile(depth int, l []float64, step int, r []float64, c, d *matrix, i, j int) {
	at := &c.Data[i*c.Stride+j]
	if d.Data == nil {
		tile(depth, &l[0], step, &r[0], c.alpha, at, c.Stride, c.keep)
		return
	}
	tileBoth(depth, &l[0], step, &r[0], at, c.Stride, d.alpha, &d.Data[i*d.Stride+j], d.Stride)
}

// addEdgeTile adds the wanted part of a tile to one matrix. It computes only the
// vectors that contain wanted entries. If some of their entries are not wanted, the
// kernel runs on a copy, so that it rounds as in a full tile.
func addEdgeTile(depth int, l []float64, step int, r []float64, c, d *matrix, i, rows, j, columns int, part Part) {
	if d.Data != nil {
		addEdgeTileBoth(depth, l, step, r, c, d, i, rows, j, columns, part)
		return
	}
	from, _ := part.columns(i, j, columns)
	_, to := part.columns(i+rows-1, j, columns)
	n, nr := lanes(), tileColumns()
	vectors := (to+n-1)/n - from/n
	from = from / n * n
	if rows == tileRows() && columns%n == 0 && part.coverage(i, rows, j, columns) > 0 {
		tileFew(vectors, depth, &l[0], step, &r[0], c.alpha, &c.Data[i*c.Stride+j], c.Stride, c.keep)
		return
	}
	var cs [maxTile]float64
	if c.keep != 0 {
		for k := range rows {
			copy(cs[k*nr+from:k*nr+to], c.Data[(i+k)*c.Stride+j+from:])
		}
	}
	tileFew(vectors, depth, &l[0], step, &r[from], c.alpha, &cs[from], nr, c.keep)
	part.copyTile(c.General, &cs, i, rows, j, columns)
}

// addEdgeTileBoth adds the wanted part of a tile to two matrices.
func addEdgeTileBoth(depth int, l []float64, step int, r []float64, c, d *matrix, i, rows, j, columns int, part Part) {
	var cs, ds [maxTile]float64
	nr := tileColumns()
	for k := range rows {
		copy(cs[k*nr:][:columns], c.Data[(i+k)*c.Stride+j:])
		copy(ds[k*nr:][:columns], d.Data[(i+k)*d.Stride+j:])
	}
	tileBoth(depth, &l[0], step, &r[0], &cs[0], nr, d.alpha, &ds[0], nr)
	part.copyTile(c.General, &cs, i, rows, j, columns)
	part.copyTile(d.General, &ds, i, rows, j, columns)
}

// columns returns the range of columns, counted from j, that the part holds of a row,
// among the given number of columns from j on.
func (p Part) columns(row, j, columns int) (from, to int) {
	switch p {
	case Upper:
		return min(columns, max(0, row-j)), columns
	case Lower:
		return 0, min(columns, max(0, row-j+1))
	}
	return 0, columns
}

// copyTile copies the entries of the part from a tile to row i and column j of c.
func (p Part) copyTile(c blas64.General, tile *[maxTile]float64, i, rows, j, columns int) {
	nr := tileColumns()
	for k := range rows {
		from, to := p.columns(i+k, j, columns)
		copy(c.Data[(i+k)*c.Stride+j+from:], tile[k*nr+from:k*nr+to])
	}
}

// Gemm computes C = alpha · op(A) · op(B) + beta · C on this goroutine. With beta = 0
// the previous values of C are ignored, including NaN. It panics unless the shapes fit.
func Gemm(tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) {
	right := Pack(tB, b)
	GemmPacked(tA, alpha, a, right, beta, c)
	right.Release()
}

// Pack returns op(B) as a right factor, for repeated use with [GemmPacked].
func Pack(tB blas.Transpose, b blas64.General) *Packed {
	if tB == blas.NoTrans {
		p := NewRightFactor(b.Rows, b.Cols)
		p.PackColumns(b, 0, p.Slivers())
		return p
	}
	p := NewRightFactor(b.Cols, b.Rows)
	p.PackRows(b, 0, p.Slivers())
	return p
}

// GemmPacked computes [Gemm] with a right factor from [Pack].
func GemmPacked(tA blas.Transpose, alpha float64, a blas64.General, right *Packed, beta float64, c blas64.General) {
	var left *Packed
	if tA == blas.NoTrans {
		left = NewLeftFactor(a.Rows, a.Cols)
		left.PackRows(a, 0, left.Slivers())
	} else {
		left = NewLeftFactor(a.Cols, a.Rows)
		left.PackColumns(a, 0, left.Slivers())
	}
	MultiplyPacked(alpha, left, right, beta, c)
	left.Release()
}

// MultiplyPacked computes [Gemm] with two packed factors.
func MultiplyPacked(alpha float64, left, right *Packed, beta float64, c blas64.General) {
	if left.depth != right.depth || left.lines != c.Rows || right.lines != c.Cols {
		panic("simd: the factors do not make a product of the shape of c")
	}
	rows, columns := BlockSize()
	for i := 0; i < c.Rows; i += rows {
		for j := 0; j < c.Cols; j += columns {
			AddScaled(alpha, left, right, beta, c, Block{i, min(i+rows, c.Rows), j, min(j+columns, c.Cols)}, All)
		}
	}
}

// Scale multiplies the entries of c in a block and part by beta. A beta of zero clears
// them, including NaN.
func Scale(beta float64, c blas64.General, b Block, part Part) {
	if beta == 1 {
		return
	}
	for i := b.I0; i < b.I1; i++ {
		from, to := b.J0, b.J1
		switch part {
		case Upper:
			from = max(from, i)
		case Lower:
			to = min(to, i+1)
		}
		if from >= to {
			continue
		}
		row := c.Data[i*c.Stride+from : i*c.Stride+to]
		if beta == 0 {
			clear(row)
			continue
		}
		for k := range row {
			row[k] *= beta
		}
	}
}
