package simd

import (
	"sync/atomic"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// A Part of a matrix is the part that is written.
type Part int

const (
	// All is the whole matrix.
	All Part = iota
	// Upper is the upper triangle with the diagonal.
	Upper
	// Lower is the lower triangle with the diagonal.
	Lower
)

// holds reports whether the part holds all (+1), some (0) or none (-1) of the
// rows i … i+rows-1 and columns j … j+columns-1.
func (p Part) holds(i, rows, j, columns int) int {
	low, high := j-(i+rows-1), j+columns-1-i // the least and the greatest column minus row
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

// entries is how many the part holds of so many rows and columns from row i and column j on.
func (p Part) entries(i, rows, j, columns int) (n int) {
	for k := range rows {
		from, to := p.columns(i+k, j, columns)
		n += max(0, to-from)
	}
	return n
}

// A Block is the rows I0 … I1-1 and columns J0 … J1-1 of a product. I0 and J0 are
// multiples of [BlockAlign].
type Block struct{ I0, I1, J0, J1 int }

// multiplyAdds are those of all goroutines. Blocks add to it, not tiles, so that it costs
// nothing.
var multiplyAdds atomic.Int64

// MultiplyAdds is how many multiply-adds products and solves with triangles have taken
// since the program began: one for each entry that is wanted and each depth, the zeros that
// fill up slivers left out. A product that goes to two matrices is made once. It tells what
// a computation takes at least; no result depends on it.
func MultiplyAdds() int64 { return multiplyAdds.Load() }

// Add adds alpha · left · right to c in the given block, as far as part holds
// it. Blocks do not touch: they may be added at the same time. A right factor
// may stand on the left too, for its transpose: the product of a matrix with its
// own transpose is packed once.
func Add(alpha float64, left, right *Packed, c blas64.General, b Block, part Part) {
	checkBlock(left, right, c, b)
	addSegments(left, right, b, part, matrix{c, alpha, 1}, matrix{})
}

// AddScaled is [Add] after c was multiplied by beta. With beta = 0, what c held
// does not count, NaN or not.
func AddScaled(alpha float64, left, right *Packed, beta float64, c blas64.General, b Block, part Part) {
	if beta != 0 || len(left.segments) == 0 {
		Scale(beta, c, b, part)
		Add(alpha, left, right, c, b, part)
		return
	}
	checkBlock(left, right, c, b)
	addSegments(left, right, b, part, matrix{c, alpha, 0}, matrix{})
}

// AddBoth adds left · right to c and, each segment times its weight, to d, as
// [Add] does. The product is made once.
func AddBoth(left, right *Packed, c, d blas64.General, b Block, part Part) {
	checkBlock(left, right, c, b)
	checkBlock(left, right, d, b)
	addSegments(left, right, b, part, matrix{c, 1, 1}, matrix{d, 1, 1})
}

// A matrix is where a product goes, times alpha, and whether what it holds is
// kept (one) or not (zero). The zero matrix takes nothing.
type matrix struct {
	blas64.General
	alpha float64
	keep  int
}

// addSegments runs over a block: for each bundle of segments of the depth the
// rows of tiles, for each of them the tiles, and for each tile the segments.
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
					held = part.holds(i, rows, j, columns)
				}
				if held < 0 {
					continue
				}
				if held == 0 {
					wanted = part.entries(i, rows, j, columns)
				}
				first := c.keep
				for _, s := range bundle {
					taken += wanted * s.size
					l, r := left.sliver(s, sliver)[line:], right.sliver(s, k)
					d.alpha = s.weight
					if held > 0 && rows == mr && columns == nr {
						whole(s.size, l, left.width, r, &c, &d, i, j)
					} else {
						edge(s.size, l, left.width, r, &c, &d, i, rows, j, columns, part)
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

// nextBundle divides segments into the first ones that are together no deeper
// than [Depth] and the others.
func nextBundle(s []segment) (bundle, rest []segment) {
	depth := s[0].size
	for n := 1; n < len(s); n++ {
		if depth += s[n].size; depth > Depth {
			return s[:n], s[n:]
		}
	}
	return s, nil
}

// checkBlock panics unless the kernels stay inside of what they are given.
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

// whole adds one whole tile at row i and column j.
func whole(depth int, l []float64, step int, r []float64, c, d *matrix, i, j int) {
	at := &c.Data[i*c.Stride+j]
	if d.Data == nil {
		tile(depth, &l[0], step, &r[0], c.alpha, at, c.Stride, c.keep)
		return
	}
	tileBoth(depth, &l[0], step, &r[0], at, c.Stride, d.alpha, &d.Data[i*d.Stride+j], d.Stride)
}

// edge adds a tile of which only a part is wanted: of one matrix, the vectors that
// hold it. Where not all of these is wanted the kernel runs on copies, so that it
// rounds as it does in a whole tile.
func edge(depth int, l []float64, step int, r []float64, c, d *matrix, i, rows, j, columns int, part Part) {
	if d.Data != nil {
		edgeBoth(depth, l, step, r, c, d, i, rows, j, columns, part)
		return
	}
	from, _ := part.columns(i, j, columns)
	_, to := part.columns(i+rows-1, j, columns)
	n, nr := lanes(), tileColumns()
	vectors := (to+n-1)/n - from/n
	from = from / n * n
	if rows == tileRows() && columns%n == 0 && part.holds(i, rows, j, columns) > 0 {
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

// edgeBoth is edge for two matrices.
func edgeBoth(depth int, l []float64, step int, r []float64, c, d *matrix, i, rows, j, columns int, part Part) {
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

// columns are those, counted from j, that the part holds of a row and of so many
// columns from j on.
func (p Part) columns(row, j, columns int) (from, to int) {
	switch p {
	case Upper:
		return min(columns, max(0, row-j)), columns
	case Lower:
		return 0, min(columns, max(0, row-j+1))
	}
	return 0, columns
}

// copyTile copies what the part holds of a tile to row i and column j of c.
func (p Part) copyTile(c blas64.General, tile *[maxTile]float64, i, rows, j, columns int) {
	nr := tileColumns()
	for k := range rows {
		from, to := p.columns(i+k, j, columns)
		copy(c.Data[(i+k)*c.Stride+j+from:], tile[k*nr+from:k*nr+to])
	}
}

// Gemm computes C = alpha · op(A) · op(B) + beta · C on this goroutine. With
// beta = 0, what C held does not count, NaN or not. It panics unless the shapes
// fit.
func Gemm(tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) {
	right := Pack(tB, b)
	GemmPacked(tA, alpha, a, right, beta, c)
	right.Release()
}

// Pack packs op(B) as a right factor, to be multiplied many times with
// [GemmPacked].
func Pack(tB blas.Transpose, b blas64.General) *Packed {
	if tB == blas.NoTrans {
		p := NewRight(b.Rows, b.Cols)
		p.PackColumns(b, 0, p.Slivers())
		return p
	}
	p := NewRight(b.Cols, b.Rows)
	p.PackRows(b, 0, p.Slivers())
	return p
}

// GemmPacked is [Gemm] with a right factor that [Pack] has packed.
func GemmPacked(tA blas.Transpose, alpha float64, a blas64.General, right *Packed, beta float64, c blas64.General) {
	var left *Packed
	if tA == blas.NoTrans {
		left = NewLeft(a.Rows, a.Cols)
		left.PackRows(a, 0, left.Slivers())
	} else {
		left = NewLeft(a.Cols, a.Rows)
		left.PackColumns(a, 0, left.Slivers())
	}
	MultiplyPacked(alpha, left, right, beta, c)
	left.Release()
}

// MultiplyPacked is [Gemm] with two factors that are packed.
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

// Scale multiplies a block of c by beta as far as part holds it. A beta of zero
// clears it, NaN or not.
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
