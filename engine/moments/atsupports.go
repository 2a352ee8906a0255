package moments

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// supportBlocks is the number of blocks of a batch if the samples are the supports. It
// is smaller than batchBlocks, because early rows are short.
const supportBlocks = 4

// supportValues holds the values at the supports themselves minus that at the first.
// They need no evaluation, because they are the factor of the space.
type supportValues struct {
	rows *mat.Dense // lower triangular; of all samples except the first, which is zero
	top  *mat.Dense // the first block, with its row of zeros
	base []float64  // h of the first sample

	lengths []int // of the segments
}

// values returns the values of a block.
func (o *supportValues) values(b Block) *mat.Dense {
	if b.Start == 0 {
		return o.top
	}
	_, m := o.rows.Dims()
	return o.rows.Slice(b.Start-1, b.End-1, 0, m).(*mat.Dense)
}

// finish converts values to h.
func (o *supportValues) finish(rows *mat.Dense) {
	n, _ := rows.Dims()
	for i := range n {
		floats.Add(rows.RawRowView(i), o.base)
	}
}

// constants returns the constants for which Aᵀ · values minus them is Aᵀh − c.
func (o *supportValues) constants(a *mat.Dense, c []float64) []float64 {
	dim, p := a.Dims()
	out := append([]float64(nil), c...)
	blas64.Gemv(blas.Trans, -1, a.RawMatrix(), blas64.Vector{N: dim, Inc: 1, Data: o.base}, 1, blas64.Vector{N: p, Inc: 1, Data: out})
	return out
}

// width returns the number of leading entries that may be non-zero in the samples
// before number end.
func (v *Values) width(end int) int {
	if v.atSupports == nil {
		return v.space.Dim()
	}
	return max(1, end-1)
}

// batchSize returns the largest number of blocks in a batch.
func (v *Values) batchSize() int {
	if v.atSupports == nil {
		return batchBlocks
	}
	return supportBlocks
}
