package eigen

import (
	"context"
	"time"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// panelRows reflectors are gathered before the rest of the matrix is updated by
// them in one product. It is a multiple of four.
const panelRows = 32

// tridiagonalForm is A = Q T Qᵀ with T tridiagonal and Q = H_0 H_1 … H_(n-2), where
// H_i = I - tau_i v_i v_iᵀ.
type tridiagonalForm struct {
	d   []float64 // diagonal of T, n
	e   []float64 // off-diagonal, n-1
	tau []float64 // n-1
	// v is n×n; row i is v_i: one in column i+1, zero before it as far as the rows from the
	// last multiple of maxReflectors on are applied together.
	v blas64.General
}

// tridiagonalReduction is the state of reduceToTridiagonal. A worker group does its steps; each
// divides into parts that depend on the order of what is left alone.
type tridiagonalReduction struct {
	tridiagonalForm
	group *parallel.Group
	// Panel row l is V_l, W_l and V_l again, panelRows rows apart. They stand for
	// the rank-two update A - V_lᵀ W_l - W_lᵀ V_l, so that all updates of a panel
	// are one product of the first two thirds with the last two.
	panel blas64.General
	// partial are the partial products of A with the reflector, and dots their inner
	// products with it.
	partial [dense.MaxSymvStrips][]float64
	dots    [dense.MaxSymvStrips]float64
	// inner are the inner products of the rows of the panel with the reflector.
	inner     [2 * panelRows]float64
	cancelled bool
}

// reduceToTridiagonal reduces the symmetric matrix in the upper triangle of a, which
// it overwrites, by blocks of Householder reflections (the method of LAPACK's
// dsytrd; Dongarra, Hammarling and Sorensen, 1989). Rows are stored one after
// the other here, so a reflector is a row and everything runs along rows.
func reduceToTridiagonal(ctx context.Context, a blas64.General) (*tridiagonalForm, error) {
	group := reductionGroup(a.Rows)
	defer group.Release()
	return reduceByGroup(ctx, a, group)
}

// reduceByGroup is reduceToTridiagonal with given workers.
func reduceByGroup(ctx context.Context, a blas64.General, group *parallel.Group) (*tridiagonalForm, error) {
	n := a.Rows
	r := &tridiagonalReduction{
		tridiagonalForm: tridiagonalForm{d: make([]float64, n), e: make([]float64, n-1), tau: make([]float64, n-1), v: a},
		group:           group,
		panel:           dense.Borrow(3*panelRows, n),
	}
	defer dense.Release(r.panel)
	clear(r.panel.Data)
	for k := range r.partial {
		r.partial[k] = make([]float64, n)
	}
	for s := 0; s < n; s += panelRows {
		to := min(s+panelRows, n)
		r.group.Run(func(worker int) { r.reducePanel(ctx, worker, s, to) })
		if r.cancelled {
			return nil, ctx.Err()
		}
		if to < n {
			rest := dense.Slice(r.panel, 0, 3*panelRows, to, n)
			if err := dense.Gemmt(ctx, dense.Slice(a, to, n, to, n), -1,
				dense.Slice(rest, 0, 2*panelRows, 0, n-to), dense.Slice(rest, panelRows, 3*panelRows, 0, n-to)); err != nil {
				return nil, err
			}
		}
	}
	for i := range n {
		clear(a.Data[i*a.Stride:][i/maxReflectors*maxReflectors : i+1])
	}
	return &r.tridiagonalForm, nil
}

// reductionGroup are the group for a matrix of order n, one worker where more would be slower.
func reductionGroup(n int) *parallel.Group {
	c := parallel.NewGroup(dense.SymvStrips(n))
	if c.Size > 1 && !worthGroup(n, parallel.Handover()) {
		c.Size = 1
	}
	return c
}

// worthGroup reports whether several workers reduce a matrix of order n faster than one,
// given the time of a handover: whether the handovers of a row, four barriers and the
// cache lines of its vectors, take less than half of the time that memory needs to
// deliver the rest of the matrix, on average. It depends on the machine
// (BenchmarkReductionGroup); no result does.
func worthGroup(n int, handover time.Duration) bool {
	const bandwidth = 30 // bytes in a nanosecond
	matrix := 8 * float64(n) * float64(n) / 6 / bandwidth
	return matrix/2 > float64(handover.Nanoseconds())*(4+float64(n)/36)
}

// reducePanel is a worker's part in making the rows s … to-1 tridiagonal.
func (r *tridiagonalReduction) reducePanel(ctx context.Context, worker, s, to int) {
	for i := s; i < to; i++ {
		r.updateRow(worker, s, i)
		if !r.group.Barrier() {
			return
		}
		if worker == 0 {
			r.reflect(s, i)
			r.cancelled = ctx.Err() != nil
		}
		if !r.group.Barrier() || r.cancelled || i == r.v.Rows-1 {
			return
		}
		r.multiply(worker, s, i)
		if !r.group.Barrier() {
			return
		}
		r.combine(worker, s, i)
		if !r.group.Barrier() {
			return
		}
	}
}

// updateRow applies the panel's reflectors so far to row i.
func (r *tridiagonalReduction) updateRow(worker, s, i int) {
	n, p := r.v.Rows, r.panel
	var w [2 * panelRows]float64
	for l := range i - s {
		w[l], w[panelRows+l] = -p.Data[(panelRows+l)*p.Stride+i], -p.Data[l*p.Stride+i]
	}
	parts := columnParts(n - i)
	lo, hi := r.group.Range(worker, parts)
	for q := lo; q < hi; q++ {
		from, to := columnPart(i, n, q, parts), columnPart(i, n, q+1, parts)
		row := r.v.Data[i*r.v.Stride:][:n]
		r.addPanel(&w, i-s, from, row[from:to])
		clear(row[from:max(from, i)])
	}
}

// columnParts is into how many parts a row of n entries is divided.
func columnParts(n int) int { return min(max(n/256, 1), dense.MaxSymvStrips) }

// columnPart is where part q begins of those into which the columns first … n-1 are
// divided. Rows are read from where lines of the cache begin, the first part too:
// it has up to seven columns more, in which everything is to stay zero.
func columnPart(first, n, q, parts int) int {
	if q == parts {
		return n
	}
	return (first + q*(n-first)/parts) &^ 7
}

// addPanel adds the first rows of V and W in the panel, times the weights w, to
// y, which begins in column from. The weights beyond the rows are zero.
func (r *tridiagonalReduction) addPanel(w *[2 * panelRows]float64, rows, from int, y []float64) {
	for _, half := range [2]int{0, panelRows} {
		for l := half; l < half+rows; l += 4 {
			four := simd.Four{Data: r.panel.Data[l*r.panel.Stride+from:], Stride: r.panel.Stride}
			four.Axpy((*[4]float64)(w[l:]), y)
		}
	}
}

// reflect makes the reflector of row i, which annihilates the entries right of the first
// superdiagonal.
func (r *tridiagonalReduction) reflect(s, i int) {
	row := r.v.Data[i*r.v.Stride+i : i*r.v.Stride+r.v.Cols]
	r.d[i] = row[0]
	if len(row) == 1 {
		return
	}
	r.e[i], r.tau[i] = householder(row[1:])
	for _, l := range [2]int{i - s, i - s + 2*panelRows} {
		v := r.panel.Data[l*r.panel.Stride:][:r.v.Cols]
		clear(v[columnPart(i+1, len(v), 0, 1) : i+1])
		copy(v[i+1:], row[1:])
	}
}

// multiply makes the partial products of what is left of A with the reflector v
// of row i, and the inner products of the panel with it.
func (r *tridiagonalReduction) multiply(worker, s, i int) {
	n := r.v.Rows
	v := r.v.Data[i*r.v.Stride : i*r.v.Stride+n]
	strips := dense.SymvStrips(n - i - 1)
	from, until := r.group.Range(worker, strips)
	upwards := (i-s)%2 == 0
	for j := from; j < until; j++ {
		k := j
		if upwards {
			k = from + until - 1 - j
		}
		lo, hi := dense.SymvStripStart(i+1, n, k, strips), dense.SymvStripStart(i+1, n, k+1, strips)
		y := r.partial[k]
		clear(y[lo:])
		dense.AddSymvRows(r.v, lo, hi, upwards, v, y)
		r.dots[k] = simd.Dot(y[lo:], v[lo:])
	}
	fours, first := (i-s+3)/4, columnPart(i+1, n, 0, 1)
	from, until = r.group.Range(worker, 2*fours)
	for k := from; k < until; k++ {
		l := 4 * k
		if k >= fours {
			l += panelRows - 4*fours
		}
		four := simd.Four{Data: r.panel.Data[l*r.panel.Stride+first:], Stride: r.panel.Stride}
		sums := four.Dot(r.panel.Data[(i-s)*r.panel.Stride:][first:n])
		copy(r.inner[l:], sums[:])
	}
}

// combine makes the row of W that goes with the reflector of row i,
//
//	w = tau u - tau²/2 (uᵀv) v,  u = A v - Vᵀ(W v) - Wᵀ(V v).
func (r *tridiagonalReduction) combine(worker, s, i int) {
	n, p, tau := r.v.Rows, r.panel, r.tau[i]
	size := n - i - 1
	strips, parts := dense.SymvStrips(size), columnParts(size)
	var along float64
	for _, a := range r.dots[:strips] {
		along += a
	}
	var w [2 * panelRows]float64
	for l := range i - s {
		vv, wv := r.inner[l], r.inner[panelRows+l]
		w[l], w[panelRows+l] = -wv, -vv
		along -= 2 * vv * wv
	}
	first, last := r.group.Range(worker, parts)
	for q := first; q < last; q++ {
		from, to := columnPart(i+1, n, q, parts), columnPart(i+1, n, q+1, parts)
		row := p.Data[(panelRows+i-s)*p.Stride:][from:to]
		copy(row, r.partial[0][from:to])
		for k := 1; k < strips; k++ {
			if lo := max(from, dense.SymvStripStart(i+1, n, k, strips)); lo < to {
				simd.Axpy(1, r.partial[k][lo:to], row[lo-from:])
			}
		}
		r.addPanel(&w, i-s, from, row)
		v := r.v.Data[i*r.v.Stride:][from:to]
		c := tau * tau * along / 2
		for j := range row {
			row[j] = tau*row[j] - c*v[j]
		}
		clear(row[:max(0, i+1-from)])
	}
}

// applyQ transforms the rows of x from the basis where A is tridiagonal back to that of
// A: x ← x · Qᵀ.
func (t *tridiagonalForm) applyQ(ctx context.Context, x blas64.General) error {
	return applyReflectors(ctx, x, t.v, t.tau, 1, len(t.tau))
}
