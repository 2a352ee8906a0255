package linalg

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
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
	return EigenLowest(ctx, a, a.SymmetricDim())
}

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
	work, exponent, err := scaledUpper(ctx, a, t, b)
	if err != nil {
		return nil, nil, err
	}
	if worthLanczos(n, p) {
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

// Eigenvalues returns those of EigenSym without the vectors, up to rounding, in a
// third of the time or less. Errors are its errors.
func Eigenvalues(ctx context.Context, a *mat.SymDense) ([]float64, error) {
	if a.SymmetricDim() == 0 {
		return nil, ctx.Err()
	}
	work, exponent, err := scaledUpper(ctx, a, 0, nil)
	if err != nil {
		return nil, err
	}
	defer giveBack(work)
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

// worthLanczos tells when Lanczos iteration is tried: for a larger share of the
// eigenvalues, or when the basis would fill much of the space, it takes as long as
// a reduction.
func worthLanczos(n, p int) bool {
	return n >= 1200 && p <= n/16 && 3*p+400 <= n/2
}

// worthBand tells when a matrix is reduced by way of a band: when it does not fit
// in the cache, and the vectors are few.
func worthBand(n, p int) bool { return n >= 1200 && p <= n/3 }

// denseLowest is EigenLowest by reduction to tridiagonal form.
func denseLowest(ctx context.Context, a *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	work, exponent, err := scaledUpper(ctx, a, 0, nil)
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
		defer giveBack(work)
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
	defer giveBack(c.storage)
	if vectors, err = columns(ctx, c.x, c.rows, out); err != nil {
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
	reflectors := borrow(work.Rows, work.Rows)
	defer giveBack(reflectors)
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
			giveBack(c.storage)
			return nil, err
		}
	}
	return c, nil
}

// scaledUpper writes the upper triangle of a + t·b, times 2^-exponent, to a borrowed
// matrix with zeros below. b may be nil. The exponent is zero unless squares of the
// largest entries could overflow or vanish. An entry that is not finite is an error.
func scaledUpper(ctx context.Context, a *mat.SymDense, t float64, b *mat.SymDense) (work blas64.General, exponent int, err error) {
	from, n := square(a), a.SymmetricDim()
	var other blas64.General
	if b != nil {
		other = square(b)
	}
	work = borrow(n, n)
	most := make([]float64, (n+copyRows-1)/copyRows)
	err = parallel.For(ctx, n, copyRows, func(lo, hi int) {
		var largest float64
		for i := lo; i < hi; i++ {
			row := work.Data[i*work.Stride:][:n]
			clear(row[:i])
			copy(row[i:], from.Data[i*from.Stride+i:])
			if b != nil {
				simd.Axpy(t, other.Data[i*other.Stride+i:][:n-i], row[i:])
			}
			if sum := simd.Dot(row[i:], row[i:]); sum > 0x1p-300 && sum < 0x1p300 {
				largest = max(largest, 1) // Squares are far from the limits.
				continue
			}
			for _, v := range row[i:] {
				largest = max(largest, math.Abs(v))
			}
		}
		most[lo/copyRows] = largest
	})
	if most := slices.Max(most); err == nil && most-most != 0 {
		err = finiteUpper(work)
	}
	if err != nil {
		giveBack(work)
		return work, 0, err
	}
	if exponent = farExponent(slices.Max(most)); exponent != 0 {
		for i := range n {
			row := work.Data[i*work.Stride:][:n]
			for j, v := range row[i:] {
				row[i+j] = math.Ldexp(v, -exponent)
			}
		}
	}
	return work, exponent, nil
}

// farExponent is the power of two by which numbers as large as that are to be
// divided, for squares of them could overflow or vanish; zero where they are not.
func farExponent(largest float64) int {
	if _, e := math.Frexp(largest); e < -200 || e > 200 {
		return e
	}
	return 0
}

// columns is the matrix with the rows of x, in the given order, as columns, in
// the storage out.
func columns(ctx context.Context, x blas64.General, order []int, out []float64) (*mat.Dense, error) {
	n, p := x.Cols, len(order)
	const tile = 32
	err := parallel.For(ctx, n, tile, func(lo, hi int) {
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
