package moments

import (
	"context"
	"slices"

	"example.com/sfatui/engine/linalg/pencil"
	"example.com/sfatui/engine/space"
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

// NewValuesAtSupports is NewValues for samples that are the supports of s, all of them and
// in their order. It panics unless s has kept them all.
func NewValuesAtSupports(s *space.Stable, x *mat.Dense, lengths []int) *Values {
	v := NewValues(s, x, lengths)
	n, _ := x.Dims()
	m := s.Dim()
	if m != n-1 {
		panic("moments: the samples are not the supports")
	}
	first := v.Blocks[0].End
	o := &supportValues{rows: s.AtSupports(), top: mat.NewDense(first, m, nil), base: make([]float64, m), lengths: lengths}
	if first > 1 {
		o.top.Slice(1, first, 0, m).(*mat.Dense).Copy(o.rows)
	}
	s.EvalOne(o.base, x.RawRowView(0))
	v.atSupports, v.stable = o, nil
	return v
}

// TriangularSamples gives the values of samples that are the supports, less those of the first
// one, and their mean. It panics where they are not: see [NewValuesAtSupports].
func (v *Values) TriangularSamples(ctx context.Context) (*pencil.TriangularSamples, []float64, error) {
	if v.atSupports == nil {
		panic("moments: the samples are not the supports")
	}
	samples, err := pencil.NewTriangularSamples(ctx, v.atSupports.rows, v.atSupports.lengths)
	if err != nil {
		return nil, nil, err
	}
	mean := slices.Clone(samples.Mean())
	floats.Add(mean, v.atSupports.base)
	return samples, mean, nil
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
