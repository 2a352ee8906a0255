package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
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
	return EigenLowest(ctx, a, a.SymmetricDim())
}

// EigenLowest is EigenSym for the p lowest eigenvalues alone (all for p ≥ n):
// p values, and the eigenvectors in the columns of an n×p matrix. For p = 0 the
// values are nil and vectors is empty.
//
// Where p is small beside a large n (up to n/10 for n from 1,000 on), they are
// sought by block Lanczos iteration on the inverse of a - σ, with σ below the
// spectrum. What it finds is proven to be lowest, by residuals and by inertia; if
// that fails, or takes too long, a is reduced as in EigenSym. Results agree with
// the first p of EigenSym up to rounding, and up to the choice of a basis among
// eigenvalues that are equal up to rounding. Reduced matrices give the very bits
// of EigenSym; what of them is not asked for is mostly not computed.
//
// It panics if p is negative.
func EigenLowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if p < 0 {
		panic("linalg: EigenLowest: negative number of eigenvalues")
	}
	if err := checkFinite(a); err != nil {
		return nil, nil, err
	}
	n := a.SymmetricDim()
	p = min(p, n)
	if p == 0 {
		return nil, &mat.Dense{}, ctx.Err()
	}
	work, exponent := scaledUpper(a)
	if n >= krylovOrder && p <= n/krylovShare {
		values, vectors, err = lowestByLanczos(ctx, work, p)
	}
	if err != nil || vectors != nil {
		giveBack(work)
	} else {
		values, vectors, err = reduceLowest(ctx, work, p)
	}
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	return values, vectors, err
}

// From order krylovOrder on, Lanczos iteration is tried for up to 1/krylovShare of
// the eigenvalues: for more it takes as long as the reduction.
const (
	krylovOrder = 1000
	krylovShare = 10
)

// denseLowest is EigenLowest by reduction to tridiagonal form.
func denseLowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	work, exponent := scaledUpper(a)
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
		defer giveBack(work)
		out = make([]float64, n*p)
	}
	t, err := tridiagonalise(ctx, work)
	if err != nil {
		return nil, nil, err
	}
	c, err := eigenTridiagonal(ctx, t.d, t.e, p)
	if err != nil {
		return nil, nil, err
	}
	defer giveBack(c.storage)
	if err := t.applyQ(ctx, c.x); err != nil {
		return nil, nil, err
	}
	if vectors, err = columns(ctx, c.x, c.rows, out); err != nil {
		return nil, nil, err
	}
	return c.values, vectors, nil
}

// scaledUpper copies the upper triangle of a, times 2^-exponent, to a borrowed
// matrix with zeros below. The exponent is zero unless squares of the largest
// entries could overflow or vanish.
func scaledUpper(a *mat.SymDense) (work blas64.General, exponent int) {
	s := a.RawSymmetric()
	n := s.N
	work = borrow(n, n)
	var largest float64
	for i := range n {
		row := work.Data[i*work.Stride:][:n]
		clear(row[:i])
		copy(row[i:], s.Data[i*s.Stride+i:])
		for _, v := range row[i:] {
			largest = max(largest, math.Abs(v))
		}
	}
	if _, e := math.Frexp(largest); e < -200 || e > 200 {
		exponent = e
		for i := range n {
			row := work.Data[i*work.Stride:][:n]
			for j, v := range row[i:] {
				row[i+j] = math.Ldexp(v, -exponent)
			}
		}
	}
	return work, exponent
}

// columns is the matrix with the rows of x, in the given order, as columns, in
// the storage out.
func columns(ctx context.Context, x blas64.General, order []int, out []float64) (*mat.Dense, error) {
	n, p := x.Cols, len(order)
	const tile = 32
	err := ParallelRows(ctx, n, tile, func(lo, hi int) {
		for j := 0; j < p; j += tile {
			for i := lo; i < hi; i++ {
				for k := j; k < min(j+tile, p); k++ {
					out[i*p+k] = x.Data[order[k]*x.Stride+i]
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return mat.NewDense(n, p, out[:n*p]), nil
}

// inOrder is 0 … n-1.
func inOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
