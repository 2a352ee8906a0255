package linalg

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/mat"
)

// EigenLowest is EigenSym for the p lowest eigenvalues alone (all for p ≥ n):
// p values, and the eigenvectors in the columns of an n×p matrix. For p = 0 the
// values are nil and vectors is empty.
//
// It agrees with EigenSym up to rounding, and up to the choice of a basis among
// eigenvalues that are equal up to rounding. What is not asked for is mostly not
// computed. Of the tridiagonal form, up to about half the eigenvalues are found by
// bisection, and their vectors by twisted factorisations, unless they turn out not
// to be orthonormal eigenvectors up to rounding. From n = 1,200 and for p up to n/3,
// a is reduced by way of a band matrix, which is faster but has more to do for each
// vector. Where p is less than n/16, block Lanczos iteration on the inverse of
// a - σ, with σ below the spectrum, is tried first. What it finds is proven to be
// lowest, by residuals and by inertia; if that fails, or takes too long, a is reduced.
//
// It panics if p is negative.
func EigenLowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	return EigenLowestSum(ctx, a, 0, nil, p)
}

// EigenLowestSum is EigenLowest of a + t·b, which is made nowhere but where it is
// solved. Both are n×n; b may be nil for none.
func EigenLowestSum(ctx context.Context, a *mat.SymDense, t float64, b *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	n := a.SymmetricDim()
	switch {
	case p < 0:
		panic("linalg: EigenLowest: negative number of eigenvalues")
	case b != nil && b.SymmetricDim() != n:
		panic("linalg: EigenLowestSum: a and b differ in order")
	}
	p = min(p, n)
	if p == 0 {
		return nil, &mat.Dense{}, ctx.Err()
	}
	work, exponent, err := dense.ScaledUpper(ctx, a, t, b)
	if err != nil {
		return nil, nil, err
	}
	if worthLanczos(n, p) {
		values, vectors, err = lowestByLanczos(ctx, work, p)
	}
	if err != nil || vectors != nil {
		dense.Release(work)
	} else {
		values, vectors, err = eigen.LowestInPlace(ctx, work, p)
	}
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	return values, vectors, err
}

// worthLanczos tells when Lanczos iteration is tried: for a larger share of the
// eigenvalues, or when the basis would fill much of the space, it takes as long as
// a reduction.
func worthLanczos(n, p int) bool {
	return n >= 1200 && p <= n/16 && 3*p+400 <= n/2
}
