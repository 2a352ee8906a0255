package pencil

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/iterative"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// LowestFew returns the p lowest eigenvalues μ of B a = μ C a, ascending, and their
// eigenvectors in the columns of an n×p matrix A with AᵀCA = I, for B = D + λK (λ ≥ 0).
// D and K are n×n and symmetric; a nil K is the identity. Only the upper triangles of
// C, D and K are read, and C must not have been changed. p is at most 0.12 n, and B
// must be positive semidefinite. It takes a small part of the time of a reduction, by
// block Lanczos iteration on the inverted pencil. vectors is nil if p is larger, n is
// small or the iteration does not succeed: the pencil must then be reduced.
//
// The pairs have small residuals, and crowded eigenvalues are verified to be the lowest
// by inertia. The result does not depend on GOMAXPROCS. The error is ctx.Err(), or
// names an entry that is NaN or infinite. It panics unless the orders agree.
func (m *Metric) LowestFew(ctx context.Context, d *mat.SymDense, lambda float64, k *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if d.SymmetricDim() != m.N() || k != nil && k.SymmetricDim() != m.N() {
		panic("pencil: LowestFew: the matrices differ in order")
	}
	if !worthInverting(m.N(), p) {
		return nil, nil, ctx.Err()
	}
	g := &matrixPencil{metric: m, d: dense.RawSym(d), lambda: lambda, plain: k == nil}
	if err := dense.CheckFinite(d); err != nil {
		return nil, nil, err
	}
	if k != nil {
		g.k = dense.RawSym(k)
		if err := dense.CheckFinite(k); err != nil {
			return nil, nil, err
		}
	}
	return inverseIteration{g}.lowest(ctx, p)
}

// worthInverting reports whether the inverted pencil is tried. It takes 1.25 times as
// long as a reduction for 20 of 600 eigenpairs, 1.32 times for 60 of 1,200 and 1.74
// times for 60 of 600 (BenchmarkInvertOrReduce).
func worthInverting(n, p int) bool { return p > 0 && n >= 600 && 25*p <= 3*n }

// invertedLimit returns the largest size of a basis.
func invertedLimit(n, p int) int {
	return min(2*n/3, 6*p+100*iterative.Block) / iterative.Block * iterative.Block
}

// shifts are the ε, as shares of the ratio of the traces of B and C, for which B + εC
// is factored: it has the eigenvectors of B. A non-singular B needs none. The second is
// small compared with all eigenvalues except the lowest, so that these stay separated;
// the last makes a singular B definite.
var shifts = [...]float64{0, 1e-5, 1e-2}

// lowest returns the p lowest eigenpairs of the pencil with positive semidefinite B, by
// block Lanczos on the inverted one: with C = RᵀPR, B + εC = UᵀU and W = R U⁻¹, upper
// triangular like the two, it computes the largest eigenvalues of WᵀPW. Vectors are in
// columns and C-orthonormal. Only one triangle is divided by another, which takes far
// less time than a reduction for few vectors. vectors is nil if it does not succeed.
func (g inverseIteration) lowest(ctx context.Context, p int) (values []float64, vectors *mat.Dense, err error) {
	n := g.order()
	u := dense.Borrow(n, n) // U, then W, then the workspace of the verification
	defer dense.Release(u)
	traceB, traceC := g.traces()
	ratio := traceB / traceC
	for _, s := range shifts {
		if s == 0 && g.singular() {
			continue
		}
		if !(s*ratio >= 0) || s > 0 && s*ratio == 0 || math.IsInf(s*ratio, 0) {
			return nil, nil, ctx.Err()
		}
		if err := g.combine(ctx, u, s*ratio); err != nil {
			return nil, nil, err
		}
		ok, err := dense.CholeskyUpper(ctx, u, dense.UnitRoundoff*traceB)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			continue
		}
		v, err := g.lanczos(ctx, u, p)
		if err != nil {
			return nil, nil, err
		}
		if v == nil && s == 0 {
			break // a shift would bring eigenvalues nearer to each other
		}
		if v == nil {
			continue
		}
		values, vectors, err = g.verify(ctx, u, *v)
		if err != nil || vectors != nil {
			return values, vectors, err
		}
	}
	return nil, nil, nil
}

// lanczos computes the p largest eigenvectors y of WᵀPW and returns U⁻¹ y = R⁻¹ W y, in
// rows, or nil if the iteration does not converge. It overwrites u.
func (g inverseIteration) lanczos(ctx context.Context, u blas64.General, p int) (*blas64.General, error) {
	if err := g.divide(ctx, u); err != nil {
		return nil, err
	}
	factor, err := iterative.NewPackedFactor(ctx, u, g.share())
	defer factor.Release()
	if err != nil {
		return nil, err
	}
	n := u.Rows
	y := dense.Borrow(iterative.Block, n)
	defer dense.Release(y)
	k := iterative.NewKrylov(n, invertedLimit(n, p), nil, func(ctx context.Context, x blas64.General) error {
		return factor.ApplyGram(ctx, x, y)
	})
	defer k.Release()
	r, err := k.Converge(ctx, p, iterative.Schedule{Tol: 2e-14, First: 3 * p, Gain: 8})
	if err != nil || r == nil {
		return nil, err
	}
	v, err := k.Vectors(ctx, r)
	if err != nil {
		return nil, err
	}
	w := dense.Zeros(p, n)
	if err := factor.Apply(ctx, v, w); err != nil {
		return nil, err
	}
	return &w, g.restore(ctx, w)
}
