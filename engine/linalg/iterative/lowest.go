package iterative

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/mat"
)

// Lowest is EigenSym for the p lowest eigenvalues alone (all for p ≥ n):
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
func Lowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	return LowestSum(ctx, a, 0, nil, p)
}

// LowestSum is EigenLowest of a + t·b, which is made nowhere but where it is
// solved. Both are n×n; b may be nil for none.
func LowestSum(ctx context.Context, a *mat.SymDense, t float64, b *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	n := a.SymmetricDim()
	switch {
	case p < 0:
		panic("iterative: EigenLowest: negative number of eigenvalues")
	case b != nil && b.SymmetricDim() != n:
		panic("iterative: EigenLowestSum: a and b differ in order")
	}
	p = min(p, n)
	if p == 0 {
		return nil, &mat.Dense{}, ctx.Err()
	}
	work, exponent, err := dense.ScaledUpper(ctx, a, t, b)
	if err != nil {
		return nil, nil, err
	}
	if worthShiftInvert(n, p) {
		values, vectors, err = shiftInvert(ctx, work, p)
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

// worthShiftInvert tells when Lanczos iteration is tried: for a larger share of the
// eigenvalues, or when the basis would fill much of the space, it takes as long as
// a reduction.
func worthShiftInvert(n, p int) bool {
	return n >= 1200 && p <= n/16 && 3*p+400 <= n/2
}
