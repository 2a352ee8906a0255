package iterative

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// Block is the number of vectors that are multiplied by the operator at a time. A
	// larger block would use the processors better, but needs a larger basis. It
	// divides basisChunk.
	Block = 16
	// basisChunk is the number of basis vectors that are packed together.
	basisChunk = 10 * simd.BlockAlign
	// basisColumns is the number of entries of a sum of basis vectors that are computed
	// at a time.
	basisColumns = 5 * simd.BlockAlign
)

// basis is a growing set of orthonormal vectors of n entries. They are stored as right
// factors of products, packed once: every new block is orthogonalised against all of
// them, and packing them each time would take as long as the products.
type basis struct {
	n, size   int
	chunks    []basisPart
	lastChunk blas64.General // vectors of the last chunk as rows, basisChunk×n
}

// basisPart holds basisChunk vectors.
type basisPart struct {
	lines  *simd.Packed // each vector is a line, for inner products
	depths *simd.Packed // each vector is a depth, for sums; nil in the last, incomplete chunk
}

func newBasis(n int) *basis { return &basis{n: n, lastChunk: dense.Borrow(basisChunk, n)} }

// add appends the rows of q, Block of them.
func (b *basis) add(ctx context.Context, q blas64.General) error {
	at := b.size % basisChunk
	if at == 0 {
		b.chunks = append(b.chunks, basisPart{lines: simd.NewRightFactor(b.n, basisChunk)})
	}
	last := &b.chunks[len(b.chunks)-1]
	for i := range Block {
		copy(b.lastChunk.Data[(at+i)*b.lastChunk.Stride:][:b.n], q.Data[i*q.Stride:])
	}
	// Slivers may hold more than a block.
	slivers := last.lines.Slivers()
	last.lines.PackRows(b.lastChunk, at*slivers/basisChunk, ((at+Block)*slivers+basisChunk-1)/basisChunk)
	b.size += Block
	if b.size%basisChunk > 0 {
		return ctx.Err()
	}
	var err error
	last.depths, err = b.packDepths(ctx, basisChunk)
	return err
}

// packDepths packs the first vectors of the last chunk as depths.
func (b *basis) packDepths(ctx context.Context, vectors int) (*simd.Packed, error) {
	p := simd.NewRightFactor(vectors, b.n)
	open := dense.Slice(b.lastChunk, 0, vectors, 0, b.n)
	err := parallel.For(ctx, p.Slivers(), max(1, p.Slivers()/16), func(lo, hi int) { p.PackColumns(open, lo, hi) })
	return p, err
}

// inner returns the inner product of each row of w with each basis vector.
func (b *basis) inner(ctx context.Context, w blas64.General) (blas64.General, error) {
	h := dense.Zeros(w.Rows, len(b.chunks)*basisChunk)
	left := simd.NewLeftFactor(w.Rows, b.n)
	defer left.Release()
	left.PackRows(w, 0, left.Slivers())
	const columns = basisChunk / 5
	err := parallel.For(ctx, (b.size+columns-1)/columns, 1, func(k, _ int) {
		c, lo := k/5, k%5*columns
		hi := min(lo+columns, b.size-c*basisChunk)
		simd.Add(1, left, b.chunks[c].lines, dense.Slice(h, 0, w.Rows, c*basisChunk, (c+1)*basisChunk),
			simd.Block{I1: w.Rows, J0: lo, J1: hi}, simd.All)
	})
	return dense.Slice(h, 0, w.Rows, 0, b.size), err
}

// addSums adds alpha times the sums of basis vectors with the coefficients in the rows
// of h to the rows of w.
func (b *basis) addSums(ctx context.Context, alpha float64, h, w blas64.General) error {
	lefts, rights := make([]*simd.Packed, len(b.chunks)), make([]*simd.Packed, len(b.chunks))
	for c, chunk := range b.chunks {
		hc := dense.Slice(h, 0, h.Rows, c*basisChunk, min((c+1)*basisChunk, b.size))
		lefts[c], rights[c] = simd.NewLeftFactor(hc.Rows, hc.Cols), chunk.depths
		defer lefts[c].Release()
		lefts[c].PackRows(hc, 0, lefts[c].Slivers())
		if chunk.depths == nil {
			depths, err := b.packDepths(ctx, hc.Cols)
			defer depths.Release()
			if err != nil {
				return err
			}
			rights[c] = depths
		}
	}
	return parallel.For(ctx, b.n, basisColumns, func(lo, hi int) {
		for i := 0; i < w.Rows; i += simd.BlockRows {
			block := simd.Block{I0: i, I1: min(i+simd.BlockRows, w.Rows), J0: lo, J1: hi}
			for c := range lefts {
				simd.Add(alpha, lefts[c], rights[c], w, block, simd.All)
			}
		}
	})
}

// release releases the packed storage.
func (b *basis) release() {
	for _, c := range b.chunks {
		c.lines.Release()
		if c.depths != nil {
			c.depths.Release()
		}
	}
	b.chunks = nil
	dense.Release(b.lastChunk)
}
