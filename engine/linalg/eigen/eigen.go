package eigen

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas/blas64"
	lapackimpl "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/mat"
)

// Sym returns all eigenvalues of a (n×n, symmetric; only the upper triangle is read) in
// ascending order, and orthonormal eigenvectors, n×n, in the columns in the same order.
// The sign of a column is arbitrary but always the same for the same a.
//
// a is reduced to tridiagonal form, which is solved by divide and conquer (Cuppen,
// 1981; Gu and Eisenstat, SIAM J. Matrix Anal. Appl. 16, 1995). Errors are of the order
// of the rounding error times the norm of a, so that small eigenvalues beside large
// ones have large relative errors. The result does not depend on GOMAXPROCS. It needs
// memory for three n×n matrices besides a, the result among them.
//
// The error is ctx.Err() soon after ctx has ended; an entry that is NaN or infinite
// yields an error that names it. For n = 0 the values are nil and vectors is empty.
func Sym(ctx context.Context, a *mat.SymDense) (values []float64, vectors *mat.Dense, err error) {
	return Lowest(ctx, a, a.SymmetricDim())
}

// Values returns the eigenvalues of [Sym] without the vectors, up to rounding, in a
// third of the time or less. Errors are those of Sym.
func Values(ctx context.Context, a *mat.SymDense) ([]float64, error) {
	if a.SymmetricDim() == 0 {
		return nil, ctx.Err()
	}
	work, exponent, err := dense.ScaledUpper(ctx, a, 0, nil)
	if err != nil {
		return nil, err
	}
	defer dense.Release(work)
	t, err := reduceToTridiagonal(ctx, work)
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

// worthBand reports whether a matrix is reduced by way of a band: if it does not fit in
// the cache and the vectors are few. Nearly all of that reduction is products, which
// scale with the processors, while the direct reduction waits for memory. On one
// processor with AVX-512 it does not pay yet: it takes 1.84 times as long for 120 of
// 1,200 eigenpairs and 1.33 times for 200 of 2,000 (BenchmarkBandOrTridiagonal).
func worthBand(n, p int) bool { return n >= 1200 && p <= n/3 }

// Lowest returns the p lowest eigenpairs of [Sym] (all for p ≥ n): p values, and the
// eigenvectors in the columns of an n×p matrix. For p = 0 the values are nil and
// vectors is empty. It panics if p is negative.
//
// Up to about half the eigenvalues of the tridiagonal form are computed by bisection,
// and their vectors by twisted factorisations, unless these are not orthonormal
// eigenvectors up to rounding. For small p a large matrix is reduced by way of a band,
// which is faster but costs more for each vector.
func Lowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if p < 0 {
		panic("eigen: Lowest: negative number of eigenvalues")
	}
	if p = min(p, a.SymmetricDim()); p == 0 {
		return nil, &mat.Dense{}, ctx.Err()
	}
	work, exponent, err := dense.ScaledUpper(ctx, a, 0, nil)
	if err != nil {
		return nil, nil, err
	}
	values, vectors, err = LowestInPlace(ctx, work, p)
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	return values, vectors, err
}

// LowestInPlace returns the p lowest eigenpairs of the symmetric matrix in the upper
// triangle of work. work must be borrowed, and the call takes ownership of it.
func LowestInPlace(ctx context.Context, work blas64.General, p int) (values []float64, vectors *mat.Dense, err error) {
	n := work.Rows
	var out []float64
	if 2*p >= n {
		out = work.Data // It becomes the storage of the vectors at the end.
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
	defer c.Release()
	if vectors, err = dense.TransposeRows(ctx, c.x, c.rows, out); err != nil {
		return nil, nil, err
	}
	return c.Values, vectors, nil
}

// lowestOfTridiagonal returns the p lowest eigenpairs of work by direct reduction to
// tridiagonal form.
func lowestOfTridiagonal(ctx context.Context, work blas64.General, p int) (*Pairs, error) {
	t, err := reduceToTridiagonal(ctx, work)
	if err != nil {
		return nil, err
	}
	c, err := Tridiagonal(ctx, t.d, t.e, p)
	if err != nil {
		return nil, err
	}
	return c.backTransform(ctx, t)
}

// lowestOfBand returns the p lowest eigenpairs of work by reduction by way of a band.
func lowestOfBand(ctx context.Context, work blas64.General, p int) (*Pairs, error) {
	r, err := reduceToBand(ctx, work)
	if err != nil {
		return nil, err
	}
	reflectors := dense.Borrow(work.Rows, work.Rows)
	defer dense.Release(reflectors)
	t, d, e, err := bandToTridiagonal(ctx, r.b, reflectors)
	if err != nil {
		return nil, err
	}
	c, err := Tridiagonal(ctx, d, e, p)
	if err != nil {
		return nil, err
	}
	return c.backTransform(ctx, t, r)
}

// Tridiagonal returns the p lowest eigenpairs of the tridiagonal matrix with diagonal d
// (n) and off-diagonal e (n-1). It overwrites neither.
func Tridiagonal(ctx context.Context, d, e []float64, p int) (*Pairs, error) {
	var largest float64
	for _, v := range d {
		largest = max(largest, math.Abs(v))
	}
	for _, v := range e {
		largest = max(largest, math.Abs(v))
	}
	// Entries of unit vectors are compared with eigenvalues, so the matrix must be of
	// order one. A power of two keeps the digits.
	_, exponent := math.Frexp(largest)
	d, e = dense.Ldexp(d, -exponent), dense.Ldexp(e, -exponent)
	var c *Pairs
	var err error
	if largest > 0 && worthTwisted(len(d), p) {
		c, err = lowestTwisted(ctx, d, e, p)
	}
	if c == nil && err == nil {
		c, err = divideAndConquer(ctx, d, e, p)
	}
	if err != nil {
		return nil, err
	}
	for i, v := range c.Values {
		c.Values[i] = math.Ldexp(v, exponent)
	}
	return c, nil
}
