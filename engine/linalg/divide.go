package linalg

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	lapackimpl "gonum.org/v1/gonum/lapack/gonum"
)

// leafOrder is the largest order that is solved by QR iteration instead of
// being divided.
const leafOrder = 32

// conquest is the divide and conquer on one tridiagonal matrix of order n.
// Eigenvectors are rows. At each time x is block diagonal: rows and columns
// lo … hi-1 hold the eigenvectors of the part lo … hi-1 of the matrix, and
// values[lo:hi] its eigenvalues, ascending.
type conquest struct {
	n      int
	values []float64
	x      blas64.General
	y      blas64.General // scratch of the same shape; a merge uses its own rows
	leaves []span
	levels [][]merge // levels[k]: the merges that are k divisions deep
}

// span is the rows lo … hi-1.
type span struct{ lo, hi int }

// eigenTridiagonal returns the lowest p eigenvalues, ascending, and as rows of x
// (p×n) the eigenvectors of the tridiagonal matrix with diagonal d (n) and the
// numbers e (n-1) beside it. It overwrites neither.
func eigenTridiagonal(ctx context.Context, d, e []float64, p int) (values []float64, x blas64.General, err error) {
	n := len(d)
	var largest float64
	for _, v := range d {
		largest = max(largest, math.Abs(v))
	}
	for _, v := range e {
		largest = max(largest, math.Abs(v))
	}
	// Deflation weighs entries of unit vectors against eigenvalues, so the matrix
	// must be of order one. A power of two keeps the digits.
	_, exponent := math.Frexp(largest)
	c := &conquest{n: n, values: scaled(d, -exponent),
		x: blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)},
		y: blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)},
	}
	off := scaled(e, -exponent)
	c.divide(off, 0, n, 0)
	if err := c.solveLeaves(ctx, off); err != nil {
		return nil, blas64.General{}, err
	}
	for k := len(c.levels) - 1; k >= 0; k-- {
		if err := c.conquer(ctx, c.levels[k], p); err != nil {
			return nil, blas64.General{}, err
		}
	}
	return scaled(c.values[:p], exponent), part(c.x, 0, p, 0, n), nil
}

// scaled is v times 2^exponent.
func scaled(v []float64, exponent int) []float64 {
	s := make([]float64, len(v))
	for i, u := range v {
		s[i] = math.Ldexp(u, exponent)
	}
	return s
}

// divide tears the part lo … hi-1 of the matrix in two by a rank-one change,
//
//	T = diag(T1, T2) + |rho| u uᵀ,  u = (0, …, 0, 1, ±1, 0, …, 0),
//
// and so on down to the leaves.
func (c *conquest) divide(off []float64, lo, hi, depth int) {
	if hi-lo <= leafOrder {
		c.leaves = append(c.leaves, span{lo, hi})
		return
	}
	mid := lo + (hi-lo)/2
	rho := off[mid-1]
	c.values[mid-1] -= math.Abs(rho)
	c.values[mid] -= math.Abs(rho)
	if depth == len(c.levels) {
		c.levels = append(c.levels, nil)
	}
	c.levels[depth] = append(c.levels[depth], merge{lo: lo, mid: mid, hi: hi, rho: rho})
	c.divide(off, lo, mid, depth+1)
	c.divide(off, mid, hi, depth+1)
}

// errNoConvergence is what gonum's QR iteration ends with after 30 n sweeps,
// which no finite matrix has been seen to need.
var errNoConvergence = errors.New("linalg: the eigenvalues of a finite symmetric matrix did not converge: " +
	"this should not happen; please report it with the matrix")

// solveLeaves finds the eigenvectors of the leaves by QR iteration.
func (c *conquest) solveLeaves(ctx context.Context, off []float64) error {
	failed := make([]bool, len(c.leaves))
	err := ParallelRows(ctx, len(c.leaves), 1, func(k, _ int) {
		lo, n := c.leaves[k].lo, c.leaves[k].hi-c.leaves[k].lo
		var z [leafOrder * leafOrder]float64
		var work [2 * leafOrder]float64
		ok := lapackimpl.Implementation{}.Dsteqr(lapack.EVTridiag, n, c.values[lo:lo+n],
			scaled(off[lo:lo+n-1], 0), z[:], leafOrder, work[:])
		failed[k] = !ok
		for i := range n {
			for j := range n {
				c.x.Data[(lo+i)*c.n+lo+j] = z[j*leafOrder+i]
			}
		}
	})
	if err != nil {
		return err
	}
	for _, f := range failed {
		if f {
			return errNoConvergence
		}
	}
	return nil
}

// conquer does the merges of one level, which do not touch each other. Only the
// last merge of all may leave out eigenvectors beyond the lowest p.
func (c *conquest) conquer(ctx context.Context, level []merge, p int) error {
	errs := make([]error, len(level))
	err := ParallelRows(ctx, len(level), 1, func(k, _ int) {
		m := &level[k]
		want := m.hi - m.lo
		if want == c.n {
			want = p
		}
		errs[k] = m.run(ctx, c, want)
	})
	if err != nil {
		return err
	}
	return errors.Join(errs...)
}
