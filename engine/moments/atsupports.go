package moments

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// supportBlocks blocks are a batch where the samples are the supports: fewer than
// else, because a row is as short as those before it are few.
const supportBlocks = 4

// supportValues are the values at the supports themselves, less that at the first: nothing
// has to be evaluated for them, they are the factor that the space is made of.
type supportValues struct {
	rows *mat.Dense // lower triangular; of all samples but the first, which is zero
	top  *mat.Dense // the first block, with its row of zeros
	base []float64  // h of the first sample

	lengths []int // of the segments
}

// values are those of a block.
func (o *supportValues) values(b Block) *mat.Dense {
	if b.Start == 0 {
		return o.top
	}
	_, m := o.rows.Dims()
	return o.rows.Slice(b.Start-1, b.End-1, 0, m).(*mat.Dense)
}

// finish turns values into h.
func (o *supportValues) finish(rows *mat.Dense) {
	n, _ := rows.Dims()
	for i := range n {
		floats.Add(rows.RawRowView(i), o.base)
	}
}

// constants are the c for which Aᵀ times values less them is Aᵀh − c.
func (o *supportValues) constants(a *mat.Dense, c []float64) []float64 {
	dim, p := a.Dims()
	out := append([]float64(nil), c...)
	blas64.Gemv(blas.Trans, -1, a.RawMatrix(), blas64.Vector{N: dim, Inc: 1, Data: o.base}, 1, blas64.Vector{N: p, Inc: 1, Data: out})
	return out
}

// width is how many of the leading entries are not zero in the samples before the
// one numbered end.
func (v *Values) width(end int) int {
	if v.atSupports == nil {
		return v.space.Dim()
	}
	return max(1, end-1)
}

// batchSize is how many blocks are a batch at most.
func (v *Values) batchSize() int {
	if v.atSupports == nil {
		return batchBlocks
	}
	return supportBlocks
}
