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

// blockRows histories are brought together at a time.
const blockRows = 1024

// histories are the stretches of consecutive samples inside segments that a
// linear autoregressive model is made of.
type histories struct {
	z       *mat.Dense // n×r
	lengths []int
	order   int
}

// after lists the samples that have so many samples before them in their
// segment.
func (h histories) after(count int) []int {
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

// blocks calls f for blockRows of the samples t at a time (fewer the last
// time), with a row for each that holds x_from, …, x_from+span−1, where from is
// t − back.
func (h histories) blocks(ctx context.Context, at []int, back, span int, f func(at []int, rows *mat.Dense) error) error {
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

// fit gives the W (r×rp) that predicts the samples at from the p before them
// with the least squared error. Its columns belong to x_t−p, …, x_t−1. Where the
// histories are linearly dependent it is the W of least norm, and rank is below
// rp.
func (h histories) fit(ctx context.Context, at []int) (w *mat.Dense, rank int, err error) {
	_, r := h.z.Dims()
	past := r * h.order
	moments := mat.NewSymDense(past+r, nil)
	err = h.blocks(ctx, at, h.order, h.order+1, func(_ []int, rows *mat.Dense) error {
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

// multiply sets dst to a·b, or to a·bᵀ.
func multiply(ctx context.Context, dst, a, b *mat.Dense, tb blas.Transpose) error {
	return dense.Gemm(ctx, blas.NoTrans, tb, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// further takes P, the predictor of x_t+i from the samples up to t−1, to that of
// x_t+i+1: PV, where V moves a history on by one step, the newest sample of
// which is what W predicts.
func further(ctx context.Context, p, w *mat.Dense) (*mat.Dense, error) {
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

// errors gives the mean of e eᵀ, where e is what the predictor p misses of the
// samples at from the history that ends lag samples before them.
func (h histories) errors(ctx context.Context, p *mat.Dense, at []int, lag int) (*mat.SymDense, error) {
	_, r := h.z.Dims()
	mean := mat.NewSymDense(r, nil)
	missed := mat.NewDense(min(blockRows, len(at)), r, nil)
	err := h.blocks(ctx, at, lag+h.order-1, h.order, func(block []int, rows *mat.Dense) error {
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
