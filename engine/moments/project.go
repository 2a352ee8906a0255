package moments

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Project returns the features φ = Aᵀh − c (n×p) of all samples, where a is dim×p on
// the first dim entries of h and c has length p. It fails only if ctx ends.
func (v *Values) Project(ctx context.Context, a *mat.Dense, c []float64) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	phi := dense.New(n, len(c))
	if err := v.ProjectTo(ctx, phi, a, nil, c); err != nil {
		return nil, err
	}
	return phi, nil
}

// ProjectTo writes the result of [Values.Project] into phi, which is overwritten.
// coefficients is the result of the space's Coefficients for a if known, or else nil.
// It panics unless phi is n×p.
func (v *Values) ProjectTo(ctx context.Context, phi, a, coefficients *mat.Dense, c []float64) error {
	p := v.projection(phi, a, coefficients, c)
	defer p.release()
	return p.all(ctx)
}

// Follower processes features while they are computed. It is called with the first row
// of each group of consecutive blocks, for several groups concurrently. add is then
// called with the features of each block of the group in order, which are valid until
// it returns, and end after the last one.
type Follower func(start int) (add func(phi *mat.Dense), end func())

// groupRows is the smallest number of rows of a group, which a follower processes on
// one processor.
const groupRows = 2 * BlockRows

// ProjectAlong computes [Values.ProjectTo] and calls a follower while the features are
// in the cache. Blocks and groups depend only on the samples and on how they are
// evaluated. With a nil phi no features are stored; it panics then if
// [Values.HasFewBlocks] is true.
func (v *Values) ProjectAlong(ctx context.Context, phi, a, coefficients *mat.Dense, c []float64, follow Follower) error {
	p := v.projection(phi, a, coefficients, c)
	defer p.release()
	block := p.block
	if v.HasFewBlocks() {
		if err := p.all(ctx); err != nil {
			return err
		}
		block = func(int, *mat.Dense) {}
	}
	groups := groupsOf(p.blocks)
	err := parallel.For(ctx, len(groups)-1, 1, func(g, _ int) {
		add, end := follow(p.blocks[groups[g]].Start)
		defer end()
		p.group(ctx, groups[g], groups[g+1], func(i int, out *mat.Dense) {
			block(i, out)
			add(out)
		})
	})
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// HasFewBlocks reports whether groups of so few blocks would leave processors idle for
// long: features are then computed in smaller pieces, and stored until all are
// complete.
func (v *Values) HasFewBlocks() bool { return len(v.Blocks) <= fewBlocks }

// FewRows is the largest number of samples for which [Values.HasFewBlocks] is true.
const FewRows = fewBlocks * BlockRows

// groupsOf returns the index of the first block of each group, followed by the number
// of blocks.
func groupsOf(blocks []Block) []int {
	var first []int
	behind := 0
	for i, b := range blocks {
		if b.Start >= behind {
			first, behind = append(first, i), b.Start+groupRows
		}
	}
	return append(first, len(blocks))
}

// projection computes features from the values of blocks.
type projection struct {
	of     *Values
	phi    *mat.Dense // destination; nil if features are not stored
	blocks []Block
	values blockValues // nil if features are computed from the kernel's values
	dim    int
	right  []*simd.Packed // the weights, of some functions each
	c      []float64
}

func (v *Values) projection(phi, a, coefficients *mat.Dense, c []float64) *projection {
	n, _ := v.x.Dims()
	dim, count := a.Dims()
	if phi != nil {
		if rows, columns := phi.Dims(); rows != n || columns != count {
			panic(fmt.Sprintf("moments: %d×%d for the %d features of %d samples", rows, columns, count, n))
		}
	} else if v.HasFewBlocks() {
		panic("moments: no place for the features of few samples")
	}
	if len(c) != count {
		panic(fmt.Sprintf("moments: %d constants for %d features", len(c), count))
	}
	if v.atSupports != nil {
		c = v.atSupports.constants(a, c)
	}
	p := &projection{of: v, phi: phi, dim: dim, c: c}
	a, p.blocks, p.values = v.weights(a, coefficients)
	each := dim
	if p.values == nil {
		each = space.DifferencesAtOnce
	}
	for from := 0; from < dim; from += each {
		rows := a.Slice(from, min(from+each, dim), 0, count).(*mat.Dense)
		p.right = append(p.right, simd.Pack(blas.NoTrans, rows.RawMatrix()))
	}
	return p
}

// release releases the storage of the weights.
func (p *projection) release() {
	for _, right := range p.right {
		right.Release()
	}
}

// all computes all features.
func (p *projection) all(ctx context.Context) error {
	return parallel.For(ctx, len(p.blocks), 1, func(i, _ int) { p.block(i, p.rows(i)) })
}

// group calls f with storage for the features of each of the blocks from … to-1, in
// order, until ctx ends.
func (p *projection) group(ctx context.Context, from, to int, f func(i int, out *mat.Dense)) {
	place := p.rows
	if p.phi == nil {
		buffer := p.of.features.get(len(p.c))
		defer p.of.features.put(buffer)
		place = func(i int) *mat.Dense {
			return buffer.Slice(0, p.blocks[i].End-p.blocks[i].Start, 0, len(p.c)).(*mat.Dense)
		}
	}
	for i := from; i < to && ctx.Err() == nil; i++ {
		f(i, place(i))
	}
}

// rows returns the rows of phi of block i.
func (p *projection) rows(i int) *mat.Dense {
	return p.phi.Slice(p.blocks[i].Start, p.blocks[i].End, 0, len(p.c)).(*mat.Dense)
}

// block writes the features of block i.
func (p *projection) block(i int, out *mat.Dense) {
	v, b := p.of, p.blocks[i]
	switch {
	case v.kept != nil && v.keeping == Packed:
		if v.kept[i].packed == nil {
			v.withBuffer(b, func(h *mat.Dense) { v.keep(i, h) })
		}
		simd.MultiplyPacked(1, v.kept[i].packed.Leading(p.dim), p.right[0], 0, out.RawMatrix())
	case p.values == nil:
		beta := 0.
		v.eachDifference(b, p.dim, func(from int, values blas64.General) {
			simd.GemmPacked(blas.NoTrans, 1, values, p.right[from/space.DifferencesAtOnce], beta, out.RawMatrix())
			beta = 1
		})
	default:
		p.values(i, func(h *mat.Dense) {
			rows, _ := h.Dims()
			width := min(p.dim, v.width(b.End))
			values := h.Slice(0, rows, 0, width).(*mat.Dense)
			simd.GemmPacked(blas.NoTrans, 1, values.RawMatrix(), p.right[0].Leading(width), 0, out.RawMatrix())
		})
	}
	for t := range b.End - b.Start {
		simd.Axpy(-1, p.c, out.RawRowView(t))
	}
}

// WeighsKernel reports whether features are computed from values of the kernel,
// weighted by coefficients, instead of from h.
func (v *Values) WeighsKernel() bool { return v.stable != nil && (v.direct || v.part != nil) }

// weights returns the weights that correspond to the weights a of h, and the blocks and
// the function of the values that they apply to. A nil function stands for
// [Values.eachDifference].
func (v *Values) weights(a, coefficients *mat.Dense) (*mat.Dense, []Block, blockValues) {
	if coefficients == nil && v.WeighsKernel() {
		coefficients = v.stable.Coefficients(a)
	}
	if v.direct && v.stable != nil {
		if w := v.stable.Direct(coefficients); w != nil {
			return w, v.pieces(), nil
		}
	}
	if v.part != nil {
		a = v.part.Weights(a, coefficients)
	}
	return a, v.Blocks, v.evalBlock
}

// blockValues calls f with values of block i.
type blockValues func(i int, f func(h *mat.Dense))

const (
	// fewBlocks is the number of blocks up to which processors may be idle for long.
	fewBlocks = 16
	// pieceRows is the number of rows of a piece if there are few blocks.
	pieceRows = 48
)

// pieces returns the blocks, or smaller ones if they are few: features of a sample do
// not depend on its block.
func (v *Values) pieces() []Block {
	if !v.HasFewBlocks() {
		return v.Blocks
	}
	var out []Block
	for _, b := range v.Blocks {
		for start := b.Start; start < b.End; start += pieceRows {
			out = append(out, Block{Start: start, End: min(start+pieceRows, b.End)})
		}
	}
	return out
}
