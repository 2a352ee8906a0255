package linalg

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas/blas64"
	lapackimpl "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// EigenSym returns all eigenvalues of a (n×n, symmetric; only the upper
// triangle is read) in ascending order, and orthonormal eigenvectors, n×n, in
// the columns in the same order. The sign of a column is arbitrary but always
// the same for the same a.
//
// a is reduced to tridiagonal form, which is solved by divide and conquer
// (Cuppen, 1981; Gu and Eisenstat, SIAM J. Matrix Anal. Appl. 16, 1995). Errors
// are of the order of the rounding error times the norm of a: small eigenvalues
// beside large ones are not exact relative to themselves. The result does not
// depend on GOMAXPROCS. It needs memory for three n×n matrices besides a, the
// result among them.
//
// The error is ctx.Err() soon after ctx has ended; an entry that is NaN or
// infinite gives an error that names it. For n = 0 the values are nil and
// vectors is empty.
func EigenSym(ctx context.Context, a *mat.SymDense) (values []float64, vectors *mat.Dense, err error) {
	return denseLowest(ctx, a, a.SymmetricDim())
}

// Eigenvalues returns those of EigenSym without the vectors, up to rounding, in a
// third of the time or less. Errors are its errors.
func Eigenvalues(ctx context.Context, a *mat.SymDense) ([]float64, error) {
	if a.SymmetricDim() == 0 {
		return nil, ctx.Err()
	}
	work, exponent, err := dense.ScaledUpper(ctx, a, 0, nil)
	if err != nil {
		return nil, err
	}
	defer dense.Release(work)
	t, err := tridiagonalise(ctx, work)
	if err != nil {
		return nil, err
	}
	if !(lapackimpl.Implementation{}).Dsterf(len(t.d), t.d, t.e) {
		return nil, errNoConvergence
	}
	for i, v := range t.d {
		t.d[i] = math.Ldexp(v, exponent)
	}
	return t.d, nil
}

// worthBand tells when a matrix is reduced by way of a band: when it does not fit
// in the cache, and the vectors are few.
func worthBand(n, p int) bool { return n >= 1200 && p <= n/3 }

// denseLowest is EigenLowest by reduction to tridiagonal form.
func denseLowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if p == 0 {
		return nil, &mat.Dense{}, ctx.Err()
	}
	work, exponent, err := dense.ScaledUpper(ctx, a, 0, nil)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err = reduceLowest(ctx, work, p)
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	return values, vectors, err
}

// reduceLowest finds the p lowest eigenpairs of the symmetric matrix in the upper
// triangle of work, which is borrowed and not the caller's any more.
func reduceLowest(ctx context.Context, work blas64.General, p int) (values []float64, vectors *mat.Dense, err error) {
	n := work.Rows
	var out []float64
	if 2*p >= n {
		out = work.Data // It becomes the vectors' storage when it has served.
	} else {
		defer dense.Release(work)
		out = make([]float64, n*p)
	}
	lowest := lowestOfTridiagonal
	if worthBand(n, p) {
		lowest = lowestOfBand
	}
	c, err := lowest(ctx, work, p)
	if err != nil {
		return nil, nil, err
	}
	defer dense.Release(c.storage)
	if vectors, err = dense.TransposeRows(ctx, c.x, c.rows, out); err != nil {
		return nil, nil, err
	}
	return c.values, vectors, nil
}

// lowestOfTridiagonal reduces work to tridiagonal form. The eigenvectors it finds
// are those of work.
func lowestOfTridiagonal(ctx context.Context, work blas64.General, p int) (*conquered, error) {
	t, err := tridiagonalise(ctx, work)
	if err != nil {
		return nil, err
	}
	c, err := eigenTridiagonal(ctx, t.d, t.e, p)
	if err != nil {
		return nil, err
	}
	return c.turn(ctx, t)
}

// lowestOfBand does the same by way of a band.
func lowestOfBand(ctx context.Context, work blas64.General, p int) (*conquered, error) {
	r, err := reduceToBand(ctx, work)
	if err != nil {
		return nil, err
	}
	reflectors := dense.Borrow(work.Rows, work.Rows)
	defer dense.Release(reflectors)
	t, d, e, err := reduceBand(ctx, r.b, reflectors)
	if err != nil {
		return nil, err
	}
	c, err := eigenTridiagonal(ctx, d, e, p)
	if err != nil {
		return nil, err
	}
	return c.turn(ctx, t, r)
}

// turn takes the eigenvectors back through reductions, the last one first. If it
// fails, they are given back.
func (c *conquered) turn(ctx context.Context, reductions ...interface {
	applyQ(ctx context.Context, x blas64.General) error
}) (*conquered, error) {
	for _, r := range reductions {
		if err := r.applyQ(ctx, c.x); err != nil {
			dense.Release(c.storage)
			return nil, err
		}
	}
	return c, nil
}
