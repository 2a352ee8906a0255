package iterative

import (
	"cmp"
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// shiftInvert returns the p lowest eigenpairs of the symmetric matrix in the upper
// triangle of a, vectors in columns, by block Lanczos on (A - σ)⁻¹ with σ below the
// spectrum. It verifies the result by residuals, and by the Cholesky factor of A with
// these pairs deflated, which exists only if no other eigenvalue is lower. vectors is
// nil if it does not succeed.
func shiftInvert(ctx context.Context, a blas64.General, p int) (values []float64, vectors *mat.Dense, err error) {
	n := a.Rows
	work := dense.Borrow(n, n)
	defer dense.Release(work)
	norm, err := factorShifted(ctx, a, work)
	if err != nil || norm == 0 {
		return nil, nil, err
	}
	inverse, err := NewInverse(ctx, work)
	defer inverse.Release()
	if err != nil {
		return nil, nil, err
	}
	k := NewKrylov(n, basisLimit(n, p), nil, inverse.Apply)
	defer k.Release()
	r, err := k.Converge(ctx, p, Schedule{Tol: 4e-15, First: 3*p + 8*Block, Gain: 5})
	if err != nil || r == nil {
		return nil, nil, err
	}
	v, err := k.Vectors(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	values, residual, err := rayleigh(ctx, a, v)
	if err != nil || !(residual <= ResidualTol*norm) {
		return nil, nil, err
	}
	order := dense.Iota(p)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	slices.Sort(values)
	lowest, err := noneBelow(ctx, a, work, values[p-1]-10*ResidualTol*norm, norm, v)
	if err != nil || !lowest {
		return nil, nil, err
	}
	if vectors, err = dense.TransposeRows(ctx, v, order, make([]float64, n*p)); err != nil {
		return nil, nil, err
	}
	return values, vectors, nil
}

// ResidualTol is the residual, relative to the norm of the matrix, at which eigenpairs
// are accepted.
const ResidualTol = 1e-13

// factorShifted sets work to the upper triangular factor of A - σ with a σ that it
// chooses below the spectrum. The norm is a lower bound close to that of A; it is zero
// if no σ was found.
func factorShifted(ctx context.Context, a, work blas64.General) (norm float64, err error) {
	e, err := ExtremalOf(ctx, a, math.Inf(1))
	if err != nil {
		return 0, err
	}
	norm = max(math.Abs(e.Low), math.Abs(e.High))
	margin := max(e.LowResidual, 1e-4*(e.High-e.Low), 1e-8*norm)
	for range 3 {
		if err := dense.CopyShifted(ctx, work, a, e.Low-margin); err != nil {
			return 0, err
		}
		ok, err := dense.CholeskyUpper(ctx, work, float64(a.Rows)*dense.UnitRoundoff*norm)
		if err != nil || ok {
			return norm, err
		}
		margin *= 8
	}
	return 0, nil
}

// rayleigh returns the Rayleigh quotients vᵀ A v of the rows of v, unit vectors, and
// the largest norm of A v - value · v.
func rayleigh(ctx context.Context, a, v blas64.General) (values []float64, residual float64, err error) {
	va := dense.Borrow(v.Rows, v.Cols)
	defer dense.Release(va)
	if err := dense.Multiply(ctx, 1, dense.Rows(v), dense.Symmetric(a), 0, va, simd.All); err != nil {
		return nil, 0, err
	}
	values = make([]float64, v.Rows)
	for i := range values {
		vi, vai := v.Data[i*v.Stride:][:v.Cols], va.Data[i*va.Stride:][:v.Cols]
		values[i] = simd.Dot(vi, vai)
		simd.Axpy(-values[i], vi, vai)
		residual = max(residual, math.Sqrt(simd.Dot(vai, vai)))
	}
	return values, residual, nil
}

// noneBelow reports whether A has no eigenvalues below τ except those of the
// eigenvectors in the rows of v: whether A - τ + 4 norm · Vᵀ V, which shifts those by
// more than the width of the spectrum, is positive definite (Sylvester's law of
// inertia).
func noneBelow(ctx context.Context, a, work blas64.General, tau, norm float64, v blas64.General) (bool, error) {
	if err := dense.CopyShifted(ctx, work, a, tau); err != nil {
		return false, err
	}
	if err := dense.Gemmt(ctx, work, 4*norm, v, v); err != nil {
		return false, err
	}
	return dense.CholeskyUpper(ctx, work, 0)
}
