package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// packGrain is the number of values that one goroutine packs at a time.
const packGrain = 1 << 17

// A layout is the storage of the lines of a factor in a matrix: as its rows, as its
// columns, or as both in a symmetric matrix with one stored triangle.
type layout int

const (
	byRows layout = iota
	byColumns
	symmetricUpper
	symmetricLower
)

// A Factor is one side of a product. Its lines are the rows of the left side or the
// columns of the right one.
type Factor struct {
	blas64.General
	layout layout
}

// Rows returns the factor whose lines are the rows of a.
func Rows(a blas64.General) Factor { return Factor{a, byRows} }

// Columns returns the factor whose lines are the columns of a.
func Columns(a blas64.General) Factor { return Factor{a, byColumns} }

// Symmetric returns the factor of the symmetric matrix in the upper triangle of a.
func Symmetric(a blas64.General) Factor { return Factor{a, symmetricUpper} }

func (f Factor) lines() int {
	if f.layout == byColumns {
		return f.Cols
	}
	return f.Rows
}

func (f Factor) depth() int {
	if f.layout == byColumns {
		return f.Rows
	}
	return f.Cols
}

// packPart fills the slivers lo … hi-1 of p with the depths from … to-1.
func (f Factor) packPart(p *simd.Packed, from, to, lo, hi int) {
	switch f.layout {
	case byRows:
		p.PackRows(Slice(f.General, 0, f.Rows, from, to), lo, hi)
	case byColumns:
		p.PackColumns(Slice(f.General, from, to, 0, f.Cols), lo, hi)
	case symmetricUpper:
		p.PackSymmetric(f.General, simd.Upper, from, lo, hi)
	case symmetricLower:
		p.PackSymmetric(f.General, simd.Lower, from, lo, hi)
	}
}

// pack fills p with the depths from … to-1.
func (f Factor) pack(ctx context.Context, p *simd.Packed, from, to int) error {
	grain := max(1, p.Slivers()*packGrain/max(1, f.lines()*(to-from)))
	return parallel.For(ctx, p.Slivers(), grain, func(lo, hi int) { f.packPart(p, from, to, lo, hi) })
}

// sameLines reports whether both factors have the same lines in the same storage.
func (f Factor) sameLines(g Factor) bool {
	return f.layout == g.layout && f.Rows == g.Rows && f.Cols == g.Cols && f.Stride == g.Stride &&
		len(f.Data) > 0 && len(g.Data) > 0 && &f.Data[0] == &g.Data[0]
}

// A packedPair holds the depths from … to-1 of both factors of a product. Both are the
// same if the product is that of a matrix with its own transpose.
type packedPair struct {
	left, right *simd.Packed
	from, to    int
}

func newPair(l, r Factor, from, to int) *packedPair {
	p := &packedPair{right: simd.NewRightFactor(to-from, r.lines()), from: from, to: to}
	if p.left = p.right; !l.sameLines(r) {
		p.left = simd.NewLeftFactor(l.lines(), to-from)
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
func (p *packedPair) pack(ctx context.Context, l, r Factor) error {
	if err := r.pack(ctx, p.right, p.from, p.to); err != nil || p.left == p.right {
		return err
	}
	return l.pack(ctx, p.left, p.from, p.to)
}

// transposed returns f with lines and depth exchanged.
func (f Factor) transposed() Factor {
	switch f.layout {
	case byRows:
		f.layout = byColumns
	case byColumns:
		f.layout = byRows
	}
	return f
}
