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
// depend on GOMAXPROCS. It needs memory for four n×n matrices besides a.
//
// The error is ctx.Err() soon after ctx has ended; an entry that is NaN or
// infinite gives an error that names it. For n = 0 the values are nil and
// vectors is empty.
func EigenSym(ctx context.Context, a *mat.SymDense) (values []float64, vectors *mat.Dense, err error) {
	return EigenLowest(ctx, a, a.SymmetricDim())
}

// EigenLowest is EigenSym for the p lowest eigenvalues alone (all for p ≥ n):
// p values, and the eigenvectors in the columns of an n×p matrix. They are the
// same bit for bit as the first p of EigenSym; the rest is mostly not computed.
// For p = 0 the values are nil and vectors is empty.
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
	t, err := tridiagonalise(ctx, work)
	if err != nil {
		return nil, nil, err
	}
	values, x, err := eigenTridiagonal(ctx, t.d, t.e, p)
	if err != nil {
		return nil, nil, err
	}
	if err := t.applyQ(ctx, x); err != nil {
		return nil, nil, err
	}
	for i, v := range values {
		values[i] = math.Ldexp(v, exponent)
	}
	vectors, err = transpose(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	return values, vectors, nil
}

// scaledUpper copies the upper triangle of a, times 2^-exponent. The exponent is
// zero unless squares of the largest entries could overflow or vanish.
func scaledUpper(a *mat.SymDense) (work blas64.General, exponent int) {
	s := a.RawSymmetric()
	n := s.N
	work = blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	var largest float64
	for i := range n {
		for j := i; j < n; j++ {
			v := s.Data[i*s.Stride+j]
			work.Data[i*n+j] = v
			largest = max(largest, math.Abs(v))
		}
	}
	if _, e := math.Frexp(largest); e < -200 || e > 200 {
		exponent = e
		for i, v := range work.Data {
			work.Data[i] = math.Ldexp(v, -exponent)
		}
	}
	return work, exponent
}

// transpose is the matrix with the rows of x as columns.
func transpose(ctx context.Context, x blas64.General) (*mat.Dense, error) {
	p, n := x.Rows, x.Cols
	out := make([]float64, n*p)
	err := ParallelRows(ctx, n, stripRows, func(lo, hi int) {
		for j := 0; j < p; j += stripRows {
			for i := lo; i < hi; i++ {
				for k := j; k < min(j+stripRows, p); k++ {
					out[i*p+k] = x.Data[k*x.Stride+i]
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return mat.NewDense(n, p, out), nil
}
