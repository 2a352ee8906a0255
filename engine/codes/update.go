package codes

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// update holds the state of the updates of one factorisation. A sweep is one pass over
// the blocks, which computes their codes, the terms of the loss, and their shares in
// the next parts.
type update struct {
	x, codes, parts *mat.Dense
	loss            Loss
	least           float64
	blocks          []block
	terms           [maxLag + 1]*mat.Dense // N×d: terms of the losses of this sweep and of the previous ones
	passes          int
	record          []float64
	byPart, ofPart  *mat.Dense // K×d
	gram            *mat.Dense // K×K
	sums            []float64  // of the codes, then of the parts
	right           rightFactors
}

// newBlock returns the block of the samples lo … hi-1.
func newBlock(u *update, lo, hi int) block {
	_, d := u.x.Dims()
	_, k := u.codes.Dims()
	b := block{x: rows(u.x, lo, hi), codes: rows(u.codes, lo, hi), left: simd.NewLeftFactor(hi-lo, k),
		byCode: mat.NewDense(hi-lo, k, nil), ofCode: mat.NewDense(hi-lo, k, nil), byPart: mat.NewDense(k, d, nil)}
	for i, terms := range u.terms {
		b.terms[i] = rows(terms, lo, hi)
	}
	if u.loss == Squared {
		b.gram = mat.NewDense(k, k, nil)
		b.samples = simd.NewLeftFactorIn(make([]float64, simd.LeftSize(hi-lo, d)), hi-lo, d)
		b.samples.PackRows(b.x.RawMatrix(), 0, b.samples.Slivers())
	} else {
		b.ratio = mat.NewDense(hi-lo, d, nil)
	}
	b.pack()
	return b
}

// rightFactors holds the factors that all blocks multiply by, packed once a sweep.
type rightFactors struct {
	parts, across *simd.Packed // D and Dᵀ
	gram          *simd.Packed // DDᵀ, of the squared error alone
}

func newUpdate(x, codes, parts *mat.Dense, loss Loss) *update {
	n, d := x.Dims()
	_, k := codes.Dims()
	u := &update{x: x, codes: codes, parts: parts, loss: loss, least: denominatorFloor(x), sums: make([]float64, k),
		byPart: mat.NewDense(k, d, nil), ofPart: mat.NewDense(k, d, nil), gram: mat.NewDense(k, k, nil),
		right: rightFactors{simd.NewRightFactor(k, d), simd.NewRightFactor(d, k), simd.NewRightFactor(k, k)}}
	for i := range u.terms {
		u.terms[i] = mat.NewDense(n, d, nil)
	}
	for lo := 0; lo < n; lo += blockRows {
		u.blocks = append(u.blocks, newBlock(u, lo, min(lo+blockRows, n)))
	}
	u.pack()
	return u
}

// release releases the storage of the packed factors.
func (u *update) release() {
	for _, p := range []*simd.Packed{u.right.parts, u.right.across, u.right.gram} {
		p.Release()
	}
	for _, b := range u.blocks {
		b.left.Release()
	}
}

// pack packs the parts as right factors of the blocks.
func (u *update) pack() {
	parts := u.parts.RawMatrix()
	u.right.parts.PackColumns(parts, 0, u.right.parts.Slivers())
	u.right.across.PackRows(parts, 0, u.right.across.Slivers())
	if u.loss == Squared {
		u.right.gram.PackColumns(u.gram.RawMatrix(), 0, u.right.gram.Slivers())
	}
}

// pass updates the codes if codes is set, and computes the terms of the loss and the
// sums for the next update of the parts. At the same time it sums the terms of earlier
// passes, two passes at once: in a sum in order each addition waits for the one before.
func (u *update) pass(ctx context.Context, codes bool) error {
	now := u.passes % len(u.terms)
	err := parallel.For(ctx, 1+len(u.blocks), 1, func(i, _ int) {
		if i == 0 {
			if u.passes-len(u.record) == maxLag {
				u.recordLosses()
			}
			return
		}
		b := &u.blocks[i-1]
		if codes {
			u.updateCodes(b)
		}
		u.measure(b, b.terms[now])
	})
	u.passes++
	return err
}

// recordLosses records the losses of the passes without one.
func (u *update) recordLosses() {
	from, to := len(u.record), u.passes
	if from == to {
		return
	}
	first, last := totals(u.terms[from%len(u.terms)], u.terms[(to-1)%len(u.terms)])
	if to-from == maxLag {
		u.record = append(u.record, first)
	}
	u.record = append(u.record, last)
}

func (u *update) updateCodes(b *block) {
	if u.loss == Squared {
		multiply(b.byCode, b.samples, u.right.across)
		multiply(b.ofCode, b.left, u.right.gram)
	} else {
		multiply(b.ratio, b.left, u.right.parts)
		divide(b.ratio, b.x, b.ratio, u.least)
		simd.GemmPacked(blas.NoTrans, 1, b.ratio.RawMatrix(), u.right.across, 0, b.byCode.RawMatrix())
		n, _ := b.codes.Dims()
		for i := range n {
			copy(b.ofCode.RawRowView(i), u.sums)
		}
	}
	scale(b.codes, b.byCode, b.ofCode, u.least)
	b.pack()
}

// measure computes the terms of the loss of a block, and its share in the next parts.
func (u *update) measure(b *block, terms *mat.Dense) {
	of := b.x
	multiply(terms, b.left, u.right.parts)
	if u.loss != Squared {
		divide(b.ratio, b.x, terms, u.least)
		of = b.ratio
	}
	u.loss.terms(terms, b.x, u.least)
	b.addProducts(of)
}

// updateParts updates the parts from the shares of the blocks, and computes the factors
// that the codes need.
func (u *update) updateParts() {
	k, _ := u.parts.Dims()
	u.byPart.Zero()
	u.gram.Zero()
	for _, b := range u.blocks {
		u.byPart.Add(u.byPart, b.byPart)
		if u.loss == Squared {
			u.gram.Add(u.gram, b.gram)
		}
	}
	if u.loss == Squared {
		u.ofPart.Mul(u.gram, u.parts)
	} else {
		clear(u.sums)
		n, _ := u.codes.Dims()
		for i := range n {
			floats.Add(u.sums, u.codes.RawRowView(i))
		}
		for j, sum := range u.sums {
			row := u.ofPart.RawRowView(j)
			for i := range row {
				row[i] = sum
			}
		}
	}
	scale(u.parts, u.byPart, u.ofPart, u.least)
	if u.loss == Squared {
		u.gram.Mul(u.parts, u.parts.T())
	} else {
		for j := range k {
			u.sums[j] = floats.Sum(u.parts.RawRowView(j))
		}
	}
	u.pack()
}

// scale multiplies each entry of a by the ratio of up to down. It overwrites down.
func scale(a, up, down *mat.Dense, least float64) {
	divide(down, up, down, least)
	n := pieceCount(a, down)
	for i := range n {
		row := piece(a, n, i)
		for j, v := range piece(down, n, i)[:len(row)] {
			row[j] *= v
		}
	}
}

// divide writes the ratios of x to y, which may be dst.
func divide(dst, x, y *mat.Dense, least float64) {
	n := pieceCount(dst, x, y)
	for i := range n {
		r := piece(dst, n, i)
		copy(r, piece(y, n, i))
		for j, v := range r {
			if v < least {
				r[j] = least
			}
		}
		floats.DivTo(r, piece(x, n, i), r)
	}
}
