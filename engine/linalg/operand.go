package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// packGrain numbers are packed at a time by one goroutine.
const packGrain = 1 << 17

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

// is reports whether both factors have the same lines.
func (f factor) is(g factor) bool {
	return f.layout == g.layout && f.Rows == g.Rows && f.Cols == g.Cols && f.Stride == g.Stride &&
		len(f.Data) > 0 && len(g.Data) > 0 && &f.Data[0] == &g.Data[0]
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

// onTheRight is f with the roles of lines and depth exchanged.
func (f factor) onTheRight() factor {
	switch f.layout {
	case byRows:
		f.layout = byColumns
	case byColumns:
		f.layout = byRows
	}
	return f
}
