package codes

import (
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// blockRows is the number of samples that are updated at a time. A product sums as many
// before it adds to its result, so that the products of blocks, added in order, equal
// those of all samples bit for bit. Processors meet once a sweep and not twice for each
// product: a sweep takes 0.62 times as long on two processors for the squared error,
// 0.54 for the divergence.
const blockRows = simd.Depth

// maxLag bounds the number of sweeps whose losses are still to be summed.
const maxLag = 2

// block holds a block of samples. It packs the factors of its products once: packing
// thin factors again for each product takes a quarter of their time.
type block struct {
	x, codes       *mat.Dense
	samples, left  *simd.Packed // X, of the squared error alone, and the codes, as left factors
	terms          [maxLag + 1]*mat.Dense
	ratio          *mat.Dense // X/(AD), of the divergence alone
	byCode, ofCode *mat.Dense
	byPart, gram   *mat.Dense // share of the block in those of all
}

// rows returns the rows lo … hi-1 of a.
func rows(a *mat.Dense, lo, hi int) *mat.Dense {
	_, d := a.Dims()
	return a.Slice(lo, hi, 0, d).(*mat.Dense)
}

// pack packs the codes after a change.
func (b *block) pack() { b.left.PackRows(b.codes.RawMatrix(), 0, b.left.Slivers()) }

// addProducts computes the share of the block in AᵀX, or in that of the ratios, and in
// AᵀA.
func (b *block) addProducts(of *mat.Dense) {
	codes := b.codes.RawMatrix()
	across := simd.NewLeftFactor(codes.Cols, codes.Rows)
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

// multiply writes left · right to c.
func multiply(c *mat.Dense, left, right *simd.Packed) {
	simd.MultiplyPacked(1, left, right, 0, c.RawMatrix())
}
