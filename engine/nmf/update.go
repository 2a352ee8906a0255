package nmf

import (
	"context"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// blockRows is how many samples are updated at a time. A product sums as many before it adds
// to its result. So the products of blocks, added in order, are those of all samples bit for
// bit, while processors meet once a sweep and not twice for each product: a sweep takes 0.62
// times as long on two processors for the squared error, 0.54 for the divergence.
const blockRows = simd.Depth

// update holds what the updates of one factorisation need. A sweep is one pass over the
// blocks: their codes, the terms of the loss, and what they add to the next parts.
type update struct {
	x, codes, parts *mat.Dense
	loss            Loss
	least           float64
	blocks          []block
	terms           [2]*mat.Dense // N×d: of the loss behind this sweep, and behind the last
	now             int           // which of them is of this sweep
	passed          bool          // whether there is a last one
	record          []float64
	byPart, ofPart  *mat.Dense // K×d
	gram            *mat.Dense // K×K
	sums            []float64  // of the codes, then of the parts
}

// block is some samples.
type block struct {
	x, codes       *mat.Dense
	terms          [2]*mat.Dense
	ratio          *mat.Dense // X/(AD), of the divergence alone
	byCode, ofCode *mat.Dense
	byPart, gram   *mat.Dense // what it adds to those of all
}

func newUpdate(x, codes, parts *mat.Dense, loss Loss) *update {
	n, d := x.Dims()
	_, k := codes.Dims()
	u := &update{x: x, codes: codes, parts: parts, loss: loss, least: leastOf(x), sums: make([]float64, k),
		terms:  [2]*mat.Dense{mat.NewDense(n, d, nil), mat.NewDense(n, d, nil)},
		byPart: mat.NewDense(k, d, nil), ofPart: mat.NewDense(k, d, nil), gram: mat.NewDense(k, k, nil)}
	for lo := 0; lo < n; lo += blockRows {
		hi := min(lo+blockRows, n)
		b := block{x: rows(x, lo, hi), codes: rows(codes, lo, hi), terms: [2]*mat.Dense{rows(u.terms[0], lo, hi), rows(u.terms[1], lo, hi)},
			byCode: mat.NewDense(hi-lo, k, nil), ofCode: mat.NewDense(hi-lo, k, nil), byPart: mat.NewDense(k, d, nil)}
		if loss == Squared {
			b.gram = mat.NewDense(k, k, nil)
		} else {
			b.ratio = mat.NewDense(hi-lo, d, nil)
		}
		u.blocks = append(u.blocks, b)
	}
	return u
}

// rows are the rows lo … hi-1 of a.
func rows(a *mat.Dense, lo, hi int) *mat.Dense {
	_, d := a.Dims()
	return a.Slice(lo, hi, 0, d).(*mat.Dense)
}

// pass updates the codes where it is told to, and takes the terms of the loss and what the
// next update of the parts needs. The terms of the pass before are summed at the same time:
// a sum in order keeps one processor waiting for each addition.
func (u *update) pass(ctx context.Context, codes bool) error {
	u.now = 1 - u.now
	err := parallel.For(ctx, 1+len(u.blocks), 1, func(i, _ int) {
		if i == 0 {
			if u.passed {
				u.record = append(u.record, total(u.terms[1-u.now]))
			}
			return
		}
		b := &u.blocks[i-1]
		if codes {
			u.updateCodes(b)
		}
		u.measure(b)
	})
	u.passed = true
	return err
}

func (u *update) updateCodes(b *block) {
	if u.loss == Squared {
		b.byCode.Mul(b.x, u.parts.T())
		b.ofCode.Mul(b.codes, u.gram)
	} else {
		b.ratio.Mul(b.codes, u.parts)
		divide(b.ratio, b.x, b.ratio, u.least)
		b.byCode.Mul(b.ratio, u.parts.T())
		n, _ := b.codes.Dims()
		for i := range n {
			copy(b.ofCode.RawRowView(i), u.sums)
		}
	}
	scale(b.codes, b.byCode, b.ofCode, u.least)
}

// measure takes the terms of a block's loss and what it adds to the next parts.
func (u *update) measure(b *block) {
	terms, of := b.terms[u.now], b.x
	terms.Mul(b.codes, u.parts)
	if u.loss == Squared {
		b.gram.Mul(b.codes.T(), b.codes)
	} else {
		divide(b.ratio, b.x, terms, u.least)
		of = b.ratio
	}
	b.byPart.Mul(b.codes.T(), of)
	u.loss.terms(terms, b.x, u.least)
}

// updateParts updates the parts, from what the blocks add, and what the codes need of them.
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
		return
	}
	for j := range k {
		u.sums[j] = floats.Sum(u.parts.RawRowView(j))
	}
}

// scale multiplies each entry of a by that of up over that of down.
func scale(a, up, down *mat.Dense, least float64) {
	n, _ := a.Dims()
	for i := range n {
		row, p, q := a.RawRowView(i), up.RawRowView(i), down.RawRowView(i)
		for j := range row {
			row[j] *= p[j] / max(q[j], least)
		}
	}
}

// divide writes the ratios of x to y, which may be dst.
func divide(dst, x, y *mat.Dense, least float64) {
	n, _ := x.Dims()
	for i := range n {
		r, p, q := dst.RawRowView(i), x.RawRowView(i), y.RawRowView(i)
		for j := range r {
			r[j] = p[j] / max(q[j], least)
		}
	}
}
