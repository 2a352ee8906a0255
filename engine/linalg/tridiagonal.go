package linalg

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapack "gonum.org/v1/gonum/lapack/gonum"
)

const (
	// panelRows reflectors are gathered before the rest of the matrix is
	// updated by them in one product.
	panelRows = 32
	// blockRows reflectors are applied together to eigenvectors.
	blockRows = 64
)

// tridiagonal is A = Q T Qᵀ with T tridiagonal and Q = H_0 H_1 … H_(n-2), where
// H_i = I - tau_i v_i v_iᵀ.
type tridiagonal struct {
	d   []float64 // diagonal of T, n
	e   []float64 // beside the diagonal, n-1
	tau []float64 // n-1
	// v is n×n; row i is v_i: zero up to column i, one in column i+1.
	v blas64.General
}

// reduction is the state of tridiagonalise.
type reduction struct {
	tridiagonal
	symv symvScratch
	// While panel row l is V_l and W_l stand for the rank-two update
	// A - V_lᵀ W_l - W_lᵀ V_l, vw holds the rows V then W and wv W then V, so
	// that all updates of a panel are the one product vwᵀ · wv.
	vw, wv blas64.General
}

// tridiagonalise reduces the symmetric matrix in the upper triangle of a, which
// it overwrites, by blocks of Householder reflections (the method of LAPACK's
// dsytrd; Dongarra, Hammarling and Sorensen, 1989). Rows are stored one after
// the other here, so a reflector is a row and everything runs along rows.
func tridiagonalise(ctx context.Context, a blas64.General) (*tridiagonal, error) {
	n := a.Rows
	r := &reduction{tridiagonal: tridiagonal{
		d: make([]float64, n), e: make([]float64, n-1), tau: make([]float64, n-1), v: a,
	}}
	for s := 0; s < n; s += panelRows {
		to := min(s+panelRows, n)
		w := 2 * (to - s)
		r.vw = blas64.General{Rows: w, Cols: n, Stride: n, Data: make([]float64, w*n)}
		r.wv = blas64.General{Rows: w, Cols: n, Stride: n, Data: make([]float64, w*n)}
		for i := s; i < to; i++ {
			if err := r.reduceRow(ctx, s, to, i); err != nil {
				return nil, err
			}
		}
		rest := part(a, to, n, to, n)
		if err := addUpper(ctx, rest, -1, part(r.vw, 0, w, to, n), part(r.wv, 0, w, to, n)); err != nil {
			return nil, err
		}
	}
	for i := range n {
		clear(a.Data[i*a.Stride : i*a.Stride+i+1])
	}
	return &r.tridiagonal, nil
}

// reduceRow makes row i of the panel s … to-1 tridiagonal: it brings the row up
// to date with the panel's reflectors so far, makes its own reflector V_i, and
// the W_i that goes with it.
func (r *reduction) reduceRow(ctx context.Context, s, to, i int) error {
	n, size := r.v.Rows, to-s
	line := func(g blas64.General, l, from int) []float64 { return g.Data[l*g.Stride+from : l*g.Stride+n] }
	row := line(r.v, i, i)
	for l := range i - s {
		v, w := line(r.vw, l, i), line(r.wv, l, i)
		axpy(-v[0], w, row)
		axpy(-w[0], v, row)
	}
	r.d[i] = row[0]
	if i == n-1 {
		return nil
	}
	r.e[i], r.tau[i] = lapack.Implementation{}.Dlarfg(n-i-1, row[1], row[min(2, len(row)-1):], 1)
	row[1] = 1
	v, w := row[1:], line(r.wv, i-s, i+1)
	if err := r.symv.multiply(ctx, part(r.v, i+1, n, i+1, n), v, w); err != nil {
		return err
	}
	for l := range i - s {
		vl, wl := line(r.vw, l, i+1), line(r.wv, l, i+1)
		wv, vv := dot(wl, v), dot(vl, v)
		axpy(-wv, vl, w)
		axpy(-vv, wl, w)
	}
	blas64.Scal(r.tau[i], blas64.Vector{N: len(w), Data: w, Inc: 1})
	axpy(-r.tau[i]/2*dot(w, v), v, w)
	copy(line(r.vw, i-s, i+1), v)
	copy(line(r.vw, i-s+size, i+1), w)
	copy(line(r.wv, i-s+size, i+1), v)
	return nil
}

// dot and axpy are the level-1 BLAS on slices of one length.
func dot(x, y []float64) float64 {
	return blas64.Implementation().Ddot(len(x), x, 1, y, 1)
}

func axpy(alpha float64, x, y []float64) {
	blas64.Implementation().Daxpy(len(x), alpha, x, 1, y, 1)
}

// applyQ turns the rows of x, vectors in the basis where A is tridiagonal, into
// vectors in that of A: x ← x · Qᵀ. Blocks of reflectors are applied as
// I - Vᵀ Tᵀ V (compact WY form; Schreiber and Van Loan, 1989).
func (t *tridiagonal) applyQ(ctx context.Context, x blas64.General) error {
	n := t.v.Rows
	blocks := (n - 1 + blockRows - 1) / blockRows
	factors := make([]blas64.Triangular, blocks)
	err := ParallelRows(ctx, blocks, 1, func(k, _ int) {
		factors[k] = t.blockFactor(k*blockRows, min((k+1)*blockRows, n-1))
	})
	if err != nil {
		return err
	}
	return ParallelRows(ctx, x.Rows, stripRows, func(lo, hi int) {
		scratch := make([]float64, (hi-lo)*blockRows)
		for k := blocks - 1; k >= 0; k-- {
			s, to := k*blockRows, min((k+1)*blockRows, n-1)
			v := part(t.v, s, to, s+1, n)
			w := blas64.General{Rows: hi - lo, Cols: to - s, Stride: to - s, Data: scratch[:(hi-lo)*(to-s)]}
			clear(w.Data)
			xs := part(x, lo, hi, s+1, n)
			subtractProduct(w, xs, v)
			blas64.Trmm(blas.Right, blas.Trans, 1, factors[k], w)
			addProduct(xs, w, v)
		}
	})
}

// blockFactor is the upper triangular T with H_s … H_(to-1) = I - Vᵀ T V.
func (t *tridiagonal) blockFactor(s, to int) blas64.Triangular {
	size, n := to-s, t.v.Cols
	v := part(t.v, s, to, 0, n)
	f := blas64.Triangular{N: size, Stride: size, Data: make([]float64, size*size), Uplo: blas.Upper, Diag: blas.NonUnit}
	col := make([]float64, size)
	for i := range size {
		tau := t.tau[s+i]
		vi := v.Data[i*v.Stride+s+i+1 : i*v.Stride+n]
		for j := range i {
			col[j] = -tau * dot(v.Data[j*v.Stride+s+i+1:j*v.Stride+n], vi)
		}
		for j := range i {
			f.Data[j*size+i] = dot(f.Data[j*size+j:j*size+i], col[j:i])
		}
		f.Data[i*size+i] = tau
	}
	return f
}

// addProduct adds a · b to c; a is r×k with r ≤ stripRows. It goes by tiles that
// gonum's Gemm does on this goroutine, the sum over k in blocks from the left.
func addProduct(c, a, b blas64.General) {
	for j := 0; j < c.Cols; j += stripCols {
		jto := min(j+stripCols, c.Cols)
		for k := 0; k < a.Cols; k += solveBlock {
			kto := min(k+solveBlock, a.Cols)
			blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, part(a, 0, a.Rows, k, kto), part(b, k, kto, j, jto),
				1, part(c, 0, c.Rows, j, jto))
		}
	}
}
