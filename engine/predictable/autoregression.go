package predictable

import (
	"context"
	"errors"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// blockRows bounds the histories that are copied together at a time.
const blockRows = 1024

// histories holds the data of a linear autoregressive model: the rows of z in segments
// of the given lengths. A history is order consecutive samples within a segment.
type histories struct {
	z       *mat.Dense // n×r
	lengths []int
	order   int
}

// withPast lists the samples with at least count samples before them in their segment.
func (h histories) withPast(count int) []int {
	var at []int
	start := 0
	for _, length := range h.lengths {
		for t := start + count; t < start+length; t++ {
			at = append(at, t)
		}
		start += length
	}
	return at
}

// forEachBlock calls f for blocks of at most blockRows of the samples at, with a matrix
// that holds x_from, …, x_from+span−1 in a row for each sample t, with from = t − back.
func (h histories) forEachBlock(ctx context.Context, at []int, back, span int, f func(at []int, rows *mat.Dense) error) error {
	_, r := h.z.Dims()
	panel := mat.NewDense(min(blockRows, len(at)), span*r, nil)
	for lo := 0; lo < len(at); lo += blockRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		block := at[lo:min(lo+blockRows, len(at))]
		for k, t := range block {
			row := panel.RawRowView(k)
			for s := range span {
				copy(row[s*r:(s+1)*r], h.z.RawRowView(t-back+s))
			}
		}
		if err := f(block, panel.Slice(0, len(block), 0, span*r).(*mat.Dense)); err != nil {
			return err
		}
	}
	return nil
}

// fit returns the W (r×rp) that predicts the samples at from the p = order samples
// before them with the least squared error. Its columns belong to x_t−p, …, x_t−1. If
// the histories are linearly dependent it returns the W of least norm, and a rank below
// rp.
func (h histories) fit(ctx context.Context, at []int) (w *mat.Dense, rank int, err error) {
	_, r := h.z.Dims()
	past := r * h.order
	moments := mat.NewSymDense(past+r, nil)
	err = h.forEachBlock(ctx, at, h.order, h.order+1, func(_ []int, rows *mat.Dense) error {
		dense.SyrkAdd(moments, 1/float64(len(at)), rows)
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	values, u, err := eigen.Sym(ctx, moments.SliceSym(0, past).(*mat.SymDense))
	if err != nil {
		return nil, 0, err
	}
	from := 0
	for from < past && values[from] <= sfa.Tolerance(past)*values[past-1] {
		from++
	}
	if from == past {
		return nil, 0, errors.New("every sample that has a successor in its segment is zero: nothing can be predicted from them")
	}
	cross := mat.NewDense(r, past, nil)
	for i := range r {
		for k := range past {
			cross.Set(i, k, moments.At(k, past+i))
		}
	}
	kept := u.Slice(0, past, from, past).(*mat.Dense)
	along := mat.NewDense(r, past-from, nil)
	if err := multiply(ctx, along, cross, kept, blas.NoTrans); err != nil {
		return nil, 0, err
	}
	for i := range r {
		row := along.RawRowView(i)
		for k := range row {
			row[k] /= values[from+k]
		}
	}
	return cross, past - from, multiply(ctx, cross, along, kept, blas.Trans)
}

// multiply writes a·b, or a·bᵀ, to dst. It fails only if ctx ends.
func multiply(ctx context.Context, dst, a, b *mat.Dense, tb blas.Transpose) error {
	return dense.Gemm(ctx, blas.NoTrans, tb, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// extendPredictor returns the predictor of x_t+i+1 from P, that of x_t+i, both from the
// samples up to t−1. It is PV: V moves a history on by one step, with the prediction of
// W as its newest sample.
func extendPredictor(ctx context.Context, p, w *mat.Dense) (*mat.Dense, error) {
	r, past := p.Dims()
	out := mat.NewDense(r, past, nil)
	if err := multiply(ctx, out, p.Slice(0, r, past-r, past).(*mat.Dense), w, blas.NoTrans); err != nil {
		return nil, err
	}
	for i := range r {
		row, moved := out.RawRowView(i), p.RawRowView(i)
		for k := r; k < past; k++ {
			row[k] += moved[k-r]
		}
	}
	return out, nil
}

// errorMoments returns the mean of e eᵀ for the errors e of the predictor p (r×rp) at
// the samples at, from the history that ends lag samples before each.
func (h histories) errorMoments(ctx context.Context, p *mat.Dense, at []int, lag int) (*mat.SymDense, error) {
	_, r := h.z.Dims()
	mean := mat.NewSymDense(r, nil)
	missed := mat.NewDense(min(blockRows, len(at)), r, nil)
	err := h.forEachBlock(ctx, at, lag+h.order-1, h.order, func(block []int, rows *mat.Dense) error {
		e := missed.Slice(0, len(block), 0, r).(*mat.Dense)
		for k, t := range block {
			e.SetRow(k, h.z.RawRowView(t))
		}
		if err := dense.Gemm(ctx, blas.NoTrans, blas.Trans, -1, rows.RawMatrix(), p.RawMatrix(), 1, e.RawMatrix()); err != nil {
			return err
		}
		dense.SyrkAdd(mean, 1/float64(len(at)), e)
		return nil
	})
	return mean, err
}
