package eigen

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// bandWidth is the number of diagonals above the main one that the reduction to a band
// keeps: few enough for the band to stay in the cache during the second reduction, and
// enough for fast products.
const bandWidth = 2 * simd.BlockAlign

// bandForm is A = Q B Qᵀ with B zero beyond bandWidth from the diagonal, and Q the
// product of reflectors H_i = I - tau_i v_i v_iᵀ in order.
type bandForm struct {
	b   bandMatrix
	tau []float64
	// v is n×n; row i is v_i: zero up to column i+bandWidth-1, one in column
	// i+bandWidth.
	v blas64.General
}

// span is the range lo … hi-1.
type span struct{ lo, hi int }

// bandMatrix is a symmetric band matrix of order n. Entry (i, j), i ≤ j, is
// data[i·bandStride+j], so that a part of it is stored like a part of any matrix. It
// stores twice the band width, for the entries that the reduction fills in between.
type bandMatrix struct {
	n    int
	data []float64
}

const bandStride = 2 * bandWidth

func newBandMatrix(n int) bandMatrix { return bandMatrix{n, make([]float64, n*(bandStride+1))} }

// block returns the rows r and columns c, which lie above the diagonal.
func (b bandMatrix) block(r, c span) blas64.General {
	return blas64.General{Rows: r.hi - r.lo, Cols: c.hi - c.lo, Stride: bandStride, Data: b.data[r.lo*bandStride+c.lo:]}
}

// bandReduction is the state of reduceToBand.
type bandReduction struct {
	bandForm
	group *parallel.Group
	// panel holds V, W and V again, as in the reduction to tridiagonal form.
	panel     blas64.General
	norms     [bandWidth]float64 // of the rows of the block, right of the diagonal
	cancelled bool
}

// negligible is the share of a row's norm below which the remainder after reflections
// is rounding error, as for linearly dependent rows. Reflectors of such remainders may
// be nearly parallel, which multiplies errors.
const negligible = 64 * dense.UnitRoundoff

// reduceToBand reduces the symmetric matrix in the upper triangle of a, which it
// overwrites, to a band (Bischof, Lang and Sun, ACM Trans. Math. Softw. 26, 2000). In
// contrast to the direct reduction to tridiagonal form, nearly all of its work is
// matrix products.
func reduceToBand(ctx context.Context, a blas64.General) (*bandForm, error) {
	n := a.Rows
	r := &bandReduction{
		bandForm: bandForm{b: newBandMatrix(n), tau: make([]float64, n), v: a},
		group:    parallel.NewGroup(max(1, n/256)),
		panel:    dense.Borrow(3*bandWidth, n),
	}
	defer r.group.Release()
	defer dense.Release(r.panel)
	for j := 0; j < n; j += bandWidth {
		next := min(j+bandWidth, n)
		r.group.Run(func(worker int) { r.factorPanel(ctx, worker, j, next) })
		if r.cancelled {
			return nil, ctx.Err()
		}
		r.storeBandRows(j, next)
		if next == n {
			break
		}
		if err := r.updateTrailing(ctx, j, next); err != nil {
			return nil, err
		}
	}
	return &r.bandForm, nil
}

// factorPanel does a worker's share of reducing the rows j … next-1, right of the
// square on the diagonal, to lower triangular form by reflections.
func (r *bandReduction) factorPanel(ctx context.Context, worker, j, next int) {
	n := r.v.Cols
	lo, hi := r.group.Range(worker, next-j)
	for i := lo; i < hi; i++ {
		row := r.v.Data[(j+i)*r.v.Stride+next:][:n-next]
		r.norms[i] = math.Sqrt(simd.Dot(row, row))
	}
	if !r.group.Barrier() {
		return
	}
	for i := j; i < next && next+i-j < n; i++ {
		from := next + i - j
		row := func(i int) []float64 { return r.v.Data[i*r.v.Stride+from : i*r.v.Stride+n] }
		v := row(i)
		if worker == 0 {
			if rest := v[1:]; math.Sqrt(simd.Dot(rest, rest)) <= negligible*r.norms[i-j] {
				clear(rest)
			}
			beta, tau := householder(v)
			r.tau[i] = tau
			r.b.data[i*bandStride+from] = beta
			r.cancelled = ctx.Err() != nil
		}
		if !r.group.Barrier() || r.cancelled {
			return
		}
		// Four rows at a time, except the last ones.
		fours := (next - i - 1) / 4
		lo, hi := r.group.Range(worker, fours)
		for k := lo; k < hi; k++ {
			at := i + 1 + 4*k
			s := simd.Four{Data: r.v.Data[at*r.v.Stride+from:], Stride: r.v.Stride}.Dot(v)
			for l, d := range s {
				simd.Axpy(-r.tau[i]*d, v, row(at+l))
			}
		}
		if worker == r.group.Size-1 {
			for at := i + 1 + 4*fours; at < next; at++ {
				simd.Axpy(-r.tau[i]*simd.Dot(v, row(at)), v, row(at))
			}
		}
		if !r.group.Barrier() {
			return
		}
	}
}

// storeBandRows moves the rows j … next-1 of the band out of v, which keeps only the
// reflectors.
func (r *bandReduction) storeBandRows(j, next int) {
	n := r.v.Cols
	for i := j; i < next; i++ {
		row := r.v.Data[i*r.v.Stride:][:n]
		copy(r.b.data[i*bandStride+i:], row[i:next])
		// The entry in column next+i-j is already stored.
		before := min(next+i-j, n)
		copy(r.b.data[i*bandStride+next:], row[next:before])
		clear(row[:before])
	}
}

// updateTrailing applies the reflectors of the rows j … next-1 from both sides to the
// remaining square S from next on. With H = I - Vᵀ T V,
//
//	Hᵀ S H = S - Vᵀ W - Wᵀ V,  W = Tᵀ Y - Tᵀ (Y Vᵀ) T V / 2,  Y = V S.
func (r *bandReduction) updateTrailing(ctx context.Context, j, next int) error {
	n := r.v.Cols
	v, s := dense.Slice(r.v, j, next, next, n), dense.Slice(r.v, next, n, next, n)
	panel := dense.Slice(r.panel, 0, 3*bandWidth, next, n)
	y := dense.Slice(panel, 0, bandWidth, 0, n-next)
	w := dense.Slice(panel, bandWidth, 2*bandWidth, 0, n-next)
	if err := dense.Multiply(ctx, 1, dense.Rows(v), dense.Symmetric(s), 0, y, simd.All); err != nil {
		return err
	}
	t, err := blockFactor(ctx, v, r.tau[j:next])
	if err != nil {
		return err
	}
	inner := dense.Zeros(bandWidth, bandWidth)
	if err := dense.Gemm(ctx, blas.NoTrans, blas.Trans, 1, y, v, 0, inner); err != nil {
		return err
	}
	half := dense.SmallProduct(blas.Trans, t, dense.SmallProduct(blas.NoTrans, inner, t))
	if err := dense.Gemm(ctx, blas.Trans, blas.NoTrans, 1, t, y, 0, w); err != nil {
		return err
	}
	if err := dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, -0.5, half, v, 1, w); err != nil {
		return err
	}
	for i := range bandWidth {
		row := v.Data[i*v.Stride:][:v.Cols]
		copy(panel.Data[i*panel.Stride:], row)
		copy(panel.Data[(2*bandWidth+i)*panel.Stride:], row)
	}
	return dense.Gemmt(ctx, s, -1, dense.Slice(panel, 0, 2*bandWidth, 0, n-next), dense.Slice(panel, bandWidth, 3*bandWidth, 0, n-next))
}

// applyQ transforms the rows of x from the basis of B back to that of A: x ← x · Qᵀ.
func (r *bandForm) applyQ(ctx context.Context, x blas64.General) error {
	n := r.v.Cols
	return applyReflectors(ctx, x, r.v, r.tau, bandWidth, n-bandWidth)
}
