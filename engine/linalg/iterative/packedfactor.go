package iterative

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// PackedFactor multiplies vectors repeatedly by an upper triangular W, and blocks of
// vectors by WᵀPW. The matrix is packed once and read by all processors in each
// product.
type PackedFactor struct {
	n      int
	spans  []span
	blocks []*simd.Packed // blocks[u]: the columns of W in span u, one line for each row above its end
	// share is the factor in P = I − share · 11ᵀ, and sums is Wᵀ1; nil if share is zero.
	share float64
	sums  []float64
}

// NewPackedFactor packs the upper triangular w, which must be zero in the solveSpan
// columns left of the diagonal.
func NewPackedFactor(ctx context.Context, w blas64.General, share float64) (*PackedFactor, error) {
	n := w.Rows
	f := &PackedFactor{n: n, share: share}
	for lo := 0; lo < n; lo += solveSpan {
		f.spans = append(f.spans, span{lo, min(lo+solveSpan, n)})
	}
	f.blocks = make([]*simd.Packed, len(f.spans))
	err := parallel.For(ctx, len(f.spans), 1, func(u, _ int) {
		at := f.spans[u]
		p := simd.NewRightFactor(at.hi-at.lo, at.hi)
		p.PackRows(dense.Slice(w, 0, at.hi, at.lo, at.hi), 0, p.Slivers())
		f.blocks[u] = p
	})
	if err != nil || share == 0 {
		return f, err
	}
	f.sums = make([]float64, n)
	return f, parallel.For(ctx, len(f.spans), 1, func(u, _ int) {
		at := f.spans[u]
		for i := range at.hi {
			simd.Axpy(1, w.Data[i*w.Stride+at.lo:i*w.Stride+at.hi], f.sums[at.lo:at.hi])
		}
	})
}

// Release releases the packed storage.
func (f *PackedFactor) Release() {
	for _, p := range f.blocks {
		if p != nil {
			p.Release()
		}
	}
}

// packLeft packs the rows of x as left factors of the blocks.
func (f *PackedFactor) packLeft(x blas64.General) []*simd.Packed {
	lefts := make([]*simd.Packed, len(f.spans))
	for u, at := range f.spans {
		lefts[u] = simd.NewLeftFactor(x.Rows, at.hi-at.lo)
		lefts[u].PackRows(dense.Slice(x, 0, x.Rows, at.lo, at.hi), 0, lefts[u].Slivers())
	}
	return lefts
}

func releaseAll(packed []*simd.Packed) {
	for _, p := range packed {
		p.Release()
	}
}

// Apply sets the rows of y to W times those of x.
func (f *PackedFactor) Apply(ctx context.Context, x, y blas64.General) error {
	lefts := f.packLeft(x)
	defer releaseAll(lefts)
	return parallel.For(ctx, len(f.spans), 1, func(k, _ int) { f.multiplyLines(lefts, y, f.spans[k].lo, f.spans[k].hi) })
}

// multiplyLines sets the entries lo … hi-1, of one span, of the rows of y to those of W
// times x.
func (f *PackedFactor) multiplyLines(lefts []*simd.Packed, y blas64.General, lo, hi int) {
	keep := 0.0
	for u := lo / solveSpan; u < len(f.spans); u++ {
		out := dense.Slice(y, 0, y.Rows, 0, f.spans[u].hi)
		simd.AddScaled(1, lefts[u], f.blocks[u], keep, out, simd.Block{I1: y.Rows, J0: lo, J1: hi}, simd.All)
		keep = 1
	}
}

// squareGroups is the number of groups of lines that are summed separately, for any
// number of processors.
const squareGroups = 8

// ApplyGram overwrites the rows of x, Block of them, by WᵀPW times them. It reads W
// once: the lines of a sliver yield entries of Wx, and their contribution to the result
// while they are in the cache. y has the shape of x and receives Wx.
func (f *PackedFactor) ApplyGram(ctx context.Context, x, y blas64.General) error {
	lefts := f.packLeft(x)
	defer releaseAll(lefts)
	groups := make([]blas64.General, squareGroups)
	for g := range groups {
		groups[g] = blas64.General{Rows: f.n, Cols: Block, Stride: Block, Data: dense.BorrowVector(f.n * Block)}
		defer dense.Release(groups[g])
	}
	const lines, stride = simd.BlockAlign, squareGroups * simd.BlockAlign
	err := parallel.For(ctx, squareGroups, 1, func(g, _ int) {
		clear(groups[g].Data)
		// The lines of a group are spread over the matrix, so that all groups have
		// equal work.
		for lo := g * lines; lo < f.n; lo += stride {
			hi := min(lo+lines, f.n)
			f.multiplyLines(lefts, y, lo, hi)
			right := simd.NewRightFactor(hi-lo, Block)
			right.PackRows(dense.Slice(y, 0, Block, lo, hi), 0, right.Slivers())
			for u := lo / solveSpan; u < len(f.spans); u++ {
				f.blocks[u].AddTransposed(lo, hi, right, dense.Slice(groups[g], f.spans[u].lo, f.spans[u].hi, 0, Block), lo+stride)
			}
			right.Release()
		}
	})
	if err != nil {
		return err
	}
	return f.gather(ctx, groups, x, y)
}

// gather sums the groups, vectors in columns, into the rows of x, and subtracts the
// mean as P does.
func (f *PackedFactor) gather(ctx context.Context, groups []blas64.General, x, y blas64.General) error {
	less := make([]float64, Block)
	if f.share != 0 {
		for v := range less {
			for _, w := range y.Data[v*y.Stride:][:f.n] {
				less[v] += f.share * w
			}
		}
	}
	return parallel.For(ctx, f.n, solveSpan, func(lo, hi int) {
		sums := groups[0].Data[lo*Block : hi*Block]
		for _, g := range groups[1:] {
			simd.Axpy(1, g.Data[lo*Block:hi*Block], sums)
		}
		for i := lo; i < hi; i++ {
			sum := sums[(i-lo)*Block:][:Block]
			if f.share != 0 {
				simd.Axpy(-f.sums[i], less, sum)
			}
			for v, s := range sum {
				x.Data[v*x.Stride+i] = s
			}
		}
	})
}
