package eigen

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/lapack"
	lapackimpl "gonum.org/v1/gonum/lapack/gonum"
)

// leafOrder is the largest order that is solved by QR iteration instead of being
// divided.
const leafOrder = 32

// divideConquer is the state of the divide and conquer method on one tridiagonal
// matrix.
type divideConquer struct {
	eigensystems
	leaves []span
	levels [][]merge // levels[k]: the merges at depth k of the recursion
}

// divideAndConquer computes [Tridiagonal] for a matrix whose largest entry is about
// one. It overwrites d.
func divideAndConquer(ctx context.Context, d, e []float64, p int) (*Pairs, error) {
	n := len(d)
	c := &divideConquer{eigensystems: eigensystems{n: n, values: d, x: dense.Borrow(n, n), y: dense.Borrow(n, n)}}
	defer dense.Release(c.y)
	if err := c.solve(ctx, e, p); err != nil {
		dense.Release(c.x)
		return nil, err
	}
	rows := dense.Iota(p)
	if len(c.levels) == 0 {
		rows = dense.Iota(n)
	}
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(c.values[i], c.values[j]) })
	out := &Pairs{rows: rows[:p], x: dense.Slice(c.x, 0, len(rows), 0, n), storage: c.x}
	for _, i := range out.rows {
		out.Values = append(out.Values, c.values[i])
	}
	return out, nil
}

// solve divides down to the leaves and merges them up to the p lowest eigenpairs.
func (c *divideConquer) solve(ctx context.Context, off []float64, p int) error {
	c.divide(off, 0, c.n, 0)
	if err := c.solveLeaves(ctx, off); err != nil {
		return err
	}
	for k := len(c.levels) - 1; k >= 0; k-- {
		if err := c.mergeLevel(ctx, c.levels[k], p); err != nil {
			return err
		}
	}
	return nil
}

// divide splits the part lo … hi-1 of the matrix in two by a rank-one change,
//
//	T = diag(T1, T2) + |rho| u uᵀ,  u = (0, …, 0, 1, ±1, 0, …, 0),
//
// and recursively down to the leaves.
func (c *divideConquer) divide(off []float64, lo, hi, depth int) {
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

// errNoConvergence is returned if gonum's QR iteration fails after 30 n sweeps, which
// no finite matrix is known to need.
var errNoConvergence = errors.New("linalg: the eigenvalues of a finite symmetric matrix did not converge: " +
	"this should not happen; please report it with the matrix")

// solveLeaves computes the eigenpairs of the leaves by QR iteration.
func (c *divideConquer) solveLeaves(ctx context.Context, off []float64) error {
	failed := make([]bool, len(c.leaves))
	err := parallel.For(ctx, len(c.leaves), 1, func(k, _ int) {
		lo, n := c.leaves[k].lo, c.leaves[k].hi-c.leaves[k].lo
		var z [leafOrder * leafOrder]float64
		var work [2 * leafOrder]float64
		ok := lapackimpl.Implementation{}.Dsteqr(lapack.EVTridiag, n, c.values[lo:lo+n],
			dense.Ldexp(off[lo:lo+n-1], 0), z[:], leafOrder, work[:])
		failed[k] = !ok
		for i := range n {
			for j := range n {
				c.x.Data[(lo+i)*c.x.Stride+lo+j] = z[j*leafOrder+i]
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

// mergeLevel runs the merges of one level, which are independent. Only the last merge
// of all may leave out eigenvectors beyond the lowest p.
func (c *divideConquer) mergeLevel(ctx context.Context, level []merge, p int) error {
	errs := make([]error, len(level))
	err := parallel.For(ctx, len(level), 1, func(k, _ int) {
		m := &level[k]
		want := m.hi - m.lo
		if want == c.n {
			want = p
		}
		errs[k] = m.run(ctx, &c.eigensystems, want)
	})
	if err != nil {
		return err
	}
	return errors.Join(errs...)
}
