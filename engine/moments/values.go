package moments

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// Values are the vectors h(x) of consecutive segments of samples, evaluated
// block by block, and kept for the next pass if so wished. Kept or evaluated
// again, they are the same to the bit, because block borders are the same.
type Values struct {
	Blocks []Block
	space  space.Space
	x      *mat.Dense
	kept   []*mat.Dense // nil when values are not kept
	buffer *mat.Dense   // nil when values are kept
}

// NewValues prepares the evaluation of s over the n×d samples x, whose rows are
// segments of the given lengths.
func NewValues(s space.Space, x *mat.Dense, lengths []int, keep bool) *Values {
	v := &Values{space: s, x: x, Blocks: Blocks(lengths, BlockRows)}
	if n, _ := x.Dims(); len(v.Blocks) == 0 || v.Blocks[len(v.Blocks)-1].End != n {
		panic(fmt.Sprintf("moments: segments do not cover %d rows", n))
	}
	if keep {
		v.kept = make([]*mat.Dense, len(v.Blocks))
	} else {
		v.buffer = mat.NewDense(BlockRows, s.Dim(), nil)
	}
	return v
}

// Block is h (rows×m) of block i, valid until the next call.
func (v *Values) Block(i int) *mat.Dense {
	if v.kept != nil && v.kept[i] != nil {
		return v.kept[i]
	}
	b := v.Blocks[i]
	_, d := v.x.Dims()
	rows, m := b.End-b.Start, v.space.Dim()
	var h *mat.Dense
	if v.kept != nil {
		h = mat.NewDense(rows, m, nil)
		v.kept[i] = h
	} else {
		h = v.buffer.Slice(0, rows, 0, m).(*mat.Dense)
	}
	v.space.Eval(h, v.x.Slice(b.Start, b.End, 0, d).(*mat.Dense))
	return h
}

// All is h of all samples (n×m): O(n·m) memory. It fails only when ctx ends.
func (v *Values) All(ctx context.Context) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	m := v.space.Dim()
	h := mat.NewDense(n, m, nil)
	for i, b := range v.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h.Slice(b.Start, b.End, 0, m).(*mat.Dense).Copy(v.Block(i))
	}
	return h, nil
}

// Project gives the features φ = Aᵀh − c (n×p) of all samples, where a is
// dim×p on the first dim entries of h and c has length p. It fails only when
// ctx ends.
func (v *Values) Project(ctx context.Context, a *mat.Dense, c []float64) (*mat.Dense, error) {
	n, _ := v.x.Dims()
	dim, p := a.Dims()
	phi := mat.NewDense(n, p, nil)
	for i, b := range v.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h := v.Block(i).Slice(0, b.End-b.Start, 0, dim)
		phi.Slice(b.Start, b.End, 0, p).(*mat.Dense).Mul(h, a)
		for t := b.Start; t < b.End; t++ {
			row := phi.RawRowView(t)
			for j := range row {
				row[j] -= c[j]
			}
		}
	}
	return phi, nil
}

// Stream accumulates the moments of v. It fails only when ctx ends.
func Stream(ctx context.Context, v *Values) (*Moments, error) {
	acc := NewAccumulator(v.space.Dim())
	for i, b := range v.Blocks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		acc.Add(v.Block(i), b)
	}
	return acc.Moments(), nil
}
