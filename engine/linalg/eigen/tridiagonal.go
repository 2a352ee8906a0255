package eigen

import (
	"context"
	"time"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// panelRows is the number of reflectors that are collected before one product updates
// the rest of the matrix. It is a multiple of four.
const panelRows = 32

// tridiagonalForm is A = Q T Qᵀ with T tridiagonal and Q = H_0 H_1 … H_(n-2), where H_i
// = I - tau_i v_i v_iᵀ.
type tridiagonalForm struct {
	d   []float64 // diagonal of T, n
	e   []float64 // off-diagonal, n-1
	tau []float64 // n-1
	// v is n×n; row i is v_i, with one in column i+1. It is zero before that from the
	// last multiple of maxReflectors on, because these rows are applied together.
	v blas64.General
}

// tridiagonalReduction is the state of reduceToTridiagonal. A worker group runs its
// steps. The division of each step depends only on the order of the remaining matrix.
type tridiagonalReduction struct {
	tridiagonalForm
	group *parallel.Group
	// Panel row l is V_l, W_l and V_l again, panelRows rows apart. They represent the
	// rank-two update A - V_lᵀ W_l - W_lᵀ V_l, so that all updates of a panel are one
	// product of the first two thirds with the last two.
	panel blas64.General
	// partial are the partial products of A with the reflector, and dots their inner
	// products with it.
	partial [dense.MaxSymvStrips][]float64
	dots    [dense.MaxSymvStrips]float64
	// inner are the inner products of the rows of the panel with the reflector.
	inner     [2 * panelRows]float64
	cancelled bool
}

// reduceToTridiagonal reduces the symmetric matrix in the upper triangle of a, which it
// overwrites, by blocks of Householder reflections (the method of LAPACK's dsytrd;
// Dongarra, Hammarling and Sorensen, 1989). Storage is row-major, so that a reflector
// is a row and all loops run along rows.
func reduceToTridiagonal(ctx context.Context, a blas64.General) (*tridiagonalForm, error) {
	group := reductionGroup(a.Rows)
	defer group.Release()
	return reduceByGroup(ctx, a, group)
}

// reduceByGroup implements reduceToTridiagonal with the given workers.
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

// reductionGroup returns the worker group for a matrix of order n, with one worker if
// more would be slower.
func reductionGroup(n int) *parallel.Group {
	c := parallel.NewGroup(dense.SymvStrips(n))
	if c.Size > 1 && !worthGroup(n, parallel.Handover()) {
		c.Size = 1
	}
	return c
}

// worthGroup reports whether several workers reduce a matrix of order n faster than
// one, given the time of a handover. The handovers of a row, four barriers and the
// cache lines of its vectors, must take on average less than half of the time for
// reading the rest of the matrix from memory. The answer depends on the machine
// (BenchmarkReductionGroup); results do not.
func worthGroup(n int, handover time.Duration) bool {
	const bandwidth = 30 // bytes per nanosecond
	matrix := 8 * float64(n) * float64(n) / 6 / bandwidth
	return matrix/2 > float64(handover.Nanoseconds())*(4+float64(n)/36)
}

// reducePanel does a worker's share of making the rows s … to-1 tridiagonal.
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

// columnParts returns the number of parts into which a row of n entries is divided.
func columnParts(n int) int { return min(max(n/256, 1), dense.MaxSymvStrips) }

// columnPart returns the first column of part q of the columns first … n-1. Parts begin
// at cache lines. The first part thus has up to seven more columns, in which all
// entries must stay zero.
func columnPart(first, n, q, parts int) int {
	if q == parts {
		return n
	}
	return (first + q*(n-first)/parts) &^ 7
}

// addPanel adds the first rows of V and W in the panel, times the weights w, to y,
// which begins in column from. The weights beyond the rows are zero.
func (r *tridiagonalReduction) addPanel(w *[2 * panelRows]float64, rows, from int, y []float64) {
	for _, half := range [2]int{0, panelRows} {
		for l := half; l < half+rows; l += 4 {
			four := simd.Four{Data: r.panel.Data[l*r.panel.Stride+from:], Stride: r.panel.Stride}
			four.Axpy((*[4]float64)(w[l:]), y)
		}
	}
}

// reflect computes the reflector of row i, which annihilates the entries right of the
// first superdiagonal.
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

// multiply computes the partial products of the remaining A with the reflector v of row
// i, and the inner products of the panel with it.
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

// combine computes the row of W of the reflector of row i,
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

// applyQ transforms the rows of x from the tridiagonal basis back to that of A: x ← x ·
// Qᵀ.
func (t *tridiagonalForm) applyQ(ctx context.Context, x blas64.General) error {
	return applyReflectors(ctx, x, t.v, t.tau, 1, len(t.tau))
}
