package linalg

import (
	"context"
	"slices"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// packedFactor multiplies a few vectors by a triangular matrix again and again: by
// W, upper triangular, or by its transpose. All of it is packed once; then it
// streams through the processors at each product.
type packedFactor struct {
	n      int
	spans  []span
	lines  []span         // lines[u]: the entries of a product that span u has a part in
	blocks []*simd.Packed // blocks[u]: W, or its transpose, there
	order  []int          // the spans as entries of a product, those with most to sum first
}

// newPackedFactor packs the upper triangular w, with zeros in the solveSpan columns
// left of the diagonal, so
// that rows x become x · W, or x · Wᵀ.
func newPackedFactor(ctx context.Context, w blas64.General, transposed bool) (*packedFactor, error) {
	n := w.Rows
	f := &packedFactor{n: n}
	for lo := 0; lo < n; lo += solveSpan {
		at := span{lo, min(lo+solveSpan, n)}
		f.spans = append(f.spans, at)
		f.order = append(f.order, len(f.order))
		if transposed {
			f.lines = append(f.lines, span{0, at.hi})
		} else {
			f.lines = append(f.lines, span{lo, n})
		}
	}
	if !transposed {
		slices.Reverse(f.order)
	}
	f.blocks = make([]*simd.Packed, len(f.spans))
	return f, ParallelRows(ctx, len(f.spans), 1, func(u, _ int) {
		at, lines := f.spans[u], f.lines[u]
		p := simd.NewRight(at.hi-at.lo, lines.hi-lines.lo)
		if transposed {
			p.PackRows(part(w, lines.lo, lines.hi, at.lo, at.hi), 0, p.Slivers())
		} else {
			p.PackColumns(part(w, at.lo, at.hi, lines.lo, lines.hi), 0, p.Slivers())
		}
		f.blocks[u] = p
	})
}

// release gives the storage back.
func (f *packedFactor) release() {
	for _, p := range f.blocks {
		if p != nil {
			p.Release()
		}
	}
}

// apply sets y to the product with the rows of x.
func (f *packedFactor) apply(ctx context.Context, x, y blas64.General) error {
	lefts := make([]*simd.Packed, len(f.spans))
	for u, at := range f.spans {
		lefts[u] = simd.NewLeft(x.Rows, at.hi-at.lo)
		defer lefts[u].Release()
		lefts[u].PackRows(part(x, 0, x.Rows, at.lo, at.hi), 0, lefts[u].Slivers())
	}
	return ParallelRows(ctx, len(f.spans), 1, func(k, _ int) {
		at, keep := f.spans[f.order[k]], 0.0
		for u, lines := range f.lines {
			if lines.lo > at.lo || lines.hi < at.hi {
				continue
			}
			simd.AddScaled(1, lefts[u], f.blocks[u], keep, part(y, 0, x.Rows, lines.lo, lines.hi),
				simd.Block{I1: x.Rows, J0: at.lo - lines.lo, J1: at.hi - lines.lo}, simd.All)
			keep = 1
		}
	})
}
