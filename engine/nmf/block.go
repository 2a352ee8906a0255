package nmf

import (
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// blockRows is how many samples are updated at a time. A product sums as many before it adds
// to its result. So the products of blocks, added in order, are those of all samples bit for
// bit, while processors meet once a sweep and not twice for each product: a sweep takes 0.62
// times as long on two processors for the squared error, 0.54 for the divergence.
const blockRows = simd.Depth

// behind is how many sweeps the losses are summed behind at most.
const behind = 2

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
