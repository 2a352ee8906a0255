package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// phaseDepth is how much of the depth of a product is packed at a time: it
	// bounds the memory that a product takes.
	phaseDepth = 2 * simd.Depth
	// packGrain numbers are packed at a time by one goroutine.
	packGrain = 1 << 17
	// parallelWork is the number of multiplications below which a product stays
	// on its goroutine: to start another one takes as long.
	parallelWork = 1 << 21
)

// Gemm computes C = alpha · op(A) · op(B) + beta · C, op(A) being A or, for
// blas.Trans, its transpose. With beta = 0, what C held does not count.
//
// An entry of C depends on its row of op(A), its column of op(B) and its own
// value before, and on nothing else: the result is the same bit for bit
// whatever GOMAXPROCS, and a leading block of it is the product of the leading
// parts. The error is ctx.Err() soon after ctx has ended; C is then partly
// done. It panics unless the shapes fit. C must not overlap A or B.
func Gemm(ctx context.Context, tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) error {
	left, right := factor{a, byRows}, factor{b, byColumns}
	if tA != blas.NoTrans {
		left.layout = byColumns
	}
	if tB != blas.NoTrans {
		right.layout = byRows
	}
	if left.lines() != c.Rows || right.lines() != c.Cols || left.depth() != right.depth() {
		panic("linalg: Gemm: shapes do not fit")
	}
	return multiply(ctx, alpha, left, right, beta, c, simd.All)
}

// A layout tells how the lines of a factor lie in a matrix: as its rows, as its
// columns, or as both in a symmetric one of which a triangle is stored.
type layout int

const (
	byRows layout = iota
	byColumns
	symmetricUpper
	symmetricLower
)

// A factor is one side of a product. Its lines are the rows of the left side or
// the columns of the right one.
type factor struct {
	blas64.General
	layout layout
}

func (f factor) lines() int {
	if f.layout == byColumns {
		return f.Cols
	}
	return f.Rows
}

func (f factor) depth() int {
	if f.layout == byColumns {
		return f.Rows
	}
	return f.Cols
}

// packPart fills the slivers lo … hi-1 of p with the depths from … to-1.
func (f factor) packPart(p *simd.Packed, from, to, lo, hi int) {
	switch f.layout {
	case byRows:
		p.PackRows(part(f.General, 0, f.Rows, from, to), lo, hi)
	case byColumns:
		p.PackColumns(part(f.General, from, to, 0, f.Cols), lo, hi)
	case symmetricUpper:
		p.PackSymmetric(f.General, simd.Upper, from, lo, hi)
	case symmetricLower:
		p.PackSymmetric(f.General, simd.Lower, from, lo, hi)
	}
}

// pack fills p with the depths from … to-1.
func (f factor) pack(ctx context.Context, p *simd.Packed, from, to int) error {
	grain := max(1, p.Slivers()*packGrain/max(1, f.lines()*(to-from)))
	return parallel.For(ctx, p.Slivers(), grain, func(lo, hi int) { f.packPart(p, from, to, lo, hi) })
}

// multiply sets the part of c that is asked for to alpha · l · r + beta · c.
func multiply(ctx context.Context, alpha float64, l, r factor, beta float64, c blas64.General, where simd.Part) error {
	if c.Rows == 0 || c.Cols == 0 {
		return ctx.Err()
	}
	depth := l.depth()
	if depth == 0 || alpha == 0 {
		simd.Scale(beta, c, simd.Block{I1: c.Rows, J1: c.Cols}, where)
		return ctx.Err()
	}
	if c.Rows*c.Cols*depth < parallelWork {
		multiplyHere(alpha, l, r, beta, c, where)
		return ctx.Err()
	}
	for from := 0; from < depth; from += phaseDepth {
		p := newPair(l, r, from, min(from+phaseDepth, depth))
		err := p.pack(ctx, l, r)
		if err == nil {
			err = eachBlock(ctx, c, p.to-p.from, where, func(b simd.Block) {
				simd.AddScaled(alpha, p.left, p.right, beta, c, b, where)
			})
		}
		p.release()
		if err != nil {
			return err
		}
		beta = 1
	}
	return nil
}

// multiplyHere is multiply for a product that is too small to be divided.
func multiplyHere(alpha float64, l, r factor, beta float64, c blas64.General, where simd.Part) {
	depth, all := l.depth(), simd.Block{I1: c.Rows, J1: c.Cols}
	for from := 0; from < depth; from += phaseDepth {
		to := min(from+phaseDepth, depth)
		right := simd.NewRight(to-from, c.Cols)
		r.packPart(right, from, to, 0, right.Slivers())
		left := right
		if !l.is(r) {
			left = simd.NewLeft(c.Rows, to-from)
			l.packPart(left, from, to, 0, left.Slivers())
		}
		simd.AddScaled(alpha, left, right, beta, c, all, where)
		beta = 1
		right.Release()
		if left != right {
			left.Release()
		}
	}
}

// A packedPair is the depths from … to-1 of both factors of a product. They are
// one when the product is that of a matrix with its own transpose.
type packedPair struct {
	left, right *simd.Packed
	from, to    int
}

func newPair(l, r factor, from, to int) *packedPair {
	p := &packedPair{right: simd.NewRight(to-from, r.lines()), from: from, to: to}
	if p.left = p.right; !l.is(r) {
		p.left = simd.NewLeft(l.lines(), to-from)
	}
	return p
}

// is reports whether both factors have the same lines.
func (f factor) is(g factor) bool {
	return f.layout == g.layout && f.Rows == g.Rows && f.Cols == g.Cols && f.Stride == g.Stride &&
		len(f.Data) > 0 && len(g.Data) > 0 && &f.Data[0] == &g.Data[0]
}

func (p *packedPair) release() {
	p.right.Release()
	if p.left != p.right {
		p.left.Release()
	}
}

// pack packs the factors.
func (p *packedPair) pack(ctx context.Context, l, r factor) error {
	if err := r.pack(ctx, p.right, p.from, p.to); err != nil || p.left == p.right {
		return err
	}
	return l.pack(ctx, p.left, p.from, p.to)
}

// eachBlock calls add for every block of the part of c that is asked for, on
// several goroutines when a product of the given depth is worth it.
func eachBlock(ctx context.Context, c blas64.General, depth int, where simd.Part, add func(simd.Block)) error {
	todo := blocks(c.Rows, c.Cols, where)
	grain := 1
	if c.Rows*c.Cols*depth < parallelWork {
		grain = len(todo)
	}
	return parallel.For(ctx, len(todo), grain, func(lo, hi int) {
		for _, b := range todo[lo:hi] {
			add(b)
		}
	})
}

// enoughBlocks keep some processors busy to the end.
const enoughBlocks = 24

// blocks divides the part of an m×n matrix that is asked for. An entry does not
// depend on the division.
func blocks(m, n int, where simd.Part) []simd.Block {
	rows, columns := simd.BlockRows, simd.BlockColumns
	for m*n < enoughBlocks*rows*columns && rows > 2*simd.BlockAlign {
		rows, columns = rows/2, simd.BlockColumns/2
	}
	var list []simd.Block
	for i := 0; i < m; i += rows {
		for j := 0; j < n; j += columns {
			b := simd.Block{I0: i, I1: min(i+rows, m), J0: j, J1: min(j+columns, n)}
			if where == simd.Upper && b.J1 <= b.I0 || where == simd.Lower && b.I1 <= b.J0 {
				continue
			}
			list = append(list, b)
		}
	}
	return list
}
