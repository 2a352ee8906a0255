package nmf

import (
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// block is some samples. What its products read again is packed once: to pack thin factors
// anew for each takes a quarter of their time.
type block struct {
	x, codes       *mat.Dense
	samples, left  *simd.Packed // X, of the squared error alone, and the codes, as left factors
	terms          [behind + 1]*mat.Dense
	ratio          *mat.Dense // X/(AD), of the divergence alone
	byCode, ofCode *mat.Dense
	byPart, gram   *mat.Dense // what it adds to those of all
}

// newBlock are the samples lo … hi-1.
func newBlock(u *update, lo, hi int) block {
	_, d := u.x.Dims()
	_, k := u.codes.Dims()
	b := block{x: rows(u.x, lo, hi), codes: rows(u.codes, lo, hi), left: simd.NewLeft(hi-lo, k),
		byCode: mat.NewDense(hi-lo, k, nil), ofCode: mat.NewDense(hi-lo, k, nil), byPart: mat.NewDense(k, d, nil)}
	for i, terms := range u.terms {
		b.terms[i] = rows(terms, lo, hi)
	}
	if u.loss == Squared {
		b.gram = mat.NewDense(k, k, nil)
		b.samples = simd.NewLeftIn(make([]float64, simd.LeftSize(hi-lo, d)), hi-lo, d)
		b.samples.PackRows(b.x.RawMatrix(), 0, b.samples.Slivers())
	} else {
		b.ratio = mat.NewDense(hi-lo, d, nil)
	}
	b.pack()
	return b
}

// rows are the rows lo … hi-1 of a.
func rows(a *mat.Dense, lo, hi int) *mat.Dense {
	_, d := a.Dims()
	return a.Slice(lo, hi, 0, d).(*mat.Dense)
}

// pack packs the codes, which have changed.
func (b *block) pack() { b.left.PackRows(b.codes.RawMatrix(), 0, b.left.Slivers()) }

// add takes what the block adds to AᵀX, or to that of the ratios, and to AᵀA.
func (b *block) add(of *mat.Dense) {
	codes := b.codes.RawMatrix()
	across := simd.NewLeft(codes.Cols, codes.Rows)
	across.PackColumns(codes, 0, across.Slivers())
	product := func(c, by *mat.Dense) {
		right := simd.Pack(blas.NoTrans, by.RawMatrix())
		multiply(c, across, right)
		right.Release()
	}
	if b.gram != nil {
		product(b.gram, b.codes)
	}
	product(b.byPart, of)
	across.Release()
}

// multiply is c = left · right.
func multiply(c *mat.Dense, left, right *simd.Packed) {
	simd.MultiplyPacked(1, left, right, 0, c.RawMatrix())
}
