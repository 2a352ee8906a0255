package pencil

import (
	"context"
	"math"
	"sync/atomic"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// verify computes eigenpairs from the vectors in the rows of v, which span the space of
// the lowest ones, and verifies them by their residuals, and by inertia if the
// iteration may have missed any. vectors is nil if the verification fails.
func (g inverseIteration) verify(ctx context.Context, work, v blas64.General) (values []float64, vectors *mat.Dense, err error) {
	p, n := v.Rows, v.Cols
	bv, cv := dense.Borrow(p, n), dense.Borrow(p, n)
	defer dense.Release(bv)
	defer dense.Release(cv)
	if err := g.products(ctx, v, bv, cv); err != nil {
		return nil, nil, err
	}
	values, w, err := rayleighRitz(ctx, v, bv, cv)
	if err != nil || w == nil {
		return nil, nil, err
	}
	for _, x := range [...]blas64.General{v, bv, cv} {
		if err := mixRows(ctx, w, x); err != nil {
			return nil, nil, err
		}
	}
	normB, normC := g.norms()
	var large atomic.Bool
	err = eachRow(ctx, p, func(i int) {
		row := func(x blas64.General) []float64 { return x.Data[i*x.Stride:][:n] }
		r, mu := row(bv), values[i]
		simd.Axpy(-mu, row(cv), r)
		bound := iterative.ResidualTol * (normB + math.Abs(mu)*normC)
		// Not their squares, which could overflow.
		if !(math.Sqrt(simd.Dot(r, r)) <= bound*math.Sqrt(simd.Dot(row(v), row(v)))) {
			large.Store(true)
		}
	})
	if err != nil || large.Load() {
		return nil, nil, err
	}
	if crowded(values) {
		lowest, err := g.noneBelow(ctx, work, values[p-1], cv)
		if err != nil || !lowest {
			return nil, nil, err
		}
	}
	vectors, err = dense.TransposeRows(ctx, v, dense.Iota(p), storage.Make(n*p))
	if err != nil {
		return nil, nil, err
	}
	return values, vectors, nil
}

// crowdedWidth is the width, relative to the last of them, within which as many
// eigenvalues as a block has vectors are crowded.
const crowdedWidth = 1e-2

// crowded reports whether the iteration may have missed eigenvalues. Equal or nearly
// equal eigenvalues are found together, each by its own vector of the random block.
// Only if there are more of them than that may the last come late or never.
func crowded(values []float64) bool {
	for i := iterative.Block - 1; i < len(values); i++ {
		if values[i]-values[i-iterative.Block+1] <= crowdedWidth*math.Abs(values[i]) {
			return true
		}
	}
	return false
}

// noneBelow reports whether the pencil has no eigenvalues below the last computed one
// except those computed: whether B - τC, with τ just below it and the computed
// eigenvalues shifted upwards, is positive definite (Sylvester's law of inertia). The
// rows of cv are C times the vectors.
func (g inverseIteration) noneBelow(ctx context.Context, work blas64.General, last float64, cv blas64.General) (bool, error) {
	if err := g.combine(ctx, work, -last*(1-belowLast)); err != nil {
		return false, err
	}
	if err := dense.Gemmt(ctx, work, 4*last, cv, cv); err != nil {
		return false, err
	}
	return dense.CholeskyUpper(ctx, work, 0)
}

// belowLast is the relative distance below the last computed eigenvalue within which
// others are not distinguished from it.
const belowLast = 1e-10

// rayleighRitz solves the pencil in the span of the rows of v, given B and C times
// them. It returns its values, ascending, and the coefficients of its vectors, in
// columns; w is nil if the rows are dependent.
func rayleighRitz(ctx context.Context, v, bv, cv blas64.General) (values []float64, w *mat.Dense, err error) {
	p := v.Rows
	var vanished atomic.Bool
	err = eachRow(ctx, p, func(i int) {
		norm := math.Sqrt(simd.Dot(v.Data[i*v.Stride:][:v.Cols], cv.Data[i*cv.Stride:][:v.Cols]))
		if !(norm > 0) {
			vanished.Store(true)
			return
		}
		for _, x := range [...]blas64.General{v, bv, cv} {
			blas64.Scal(1/norm, blas64.Vector{N: x.Cols, Data: x.Data[i*x.Stride:], Inc: 1})
		}
	})
	if err != nil || vanished.Load() {
		return nil, nil, err
	}
	b, c := dense.Zeros(p, p), dense.Zeros(p, p)
	if err := dense.Multiply(ctx, 1, dense.Rows(v), dense.Rows(bv), 0, b, simd.Upper); err != nil {
		return nil, nil, err
	}
	if err := dense.Multiply(ctx, 1, dense.Rows(v), dense.Rows(cv), 0, c, simd.Upper); err != nil {
		return nil, nil, err
	}
	ok, err := dense.CholeskyUpper(ctx, c, float64(p)*dense.UnitRoundoff)
	if err != nil || !ok {
		return nil, nil, err
	}
	if err := dense.InverseCongruence(ctx, c, b); err != nil {
		return nil, nil, err
	}
	values, w, err = eigen.Lowest(ctx, mat.NewSymDense(p, b.Data), p)
	if err != nil {
		return nil, nil, err
	}
	return values, w, dense.SolveTriangular(ctx, blas.Left, blas.NoTrans, dense.UpperTriangle(c), w.RawMatrix())
}

// mixRows overwrites x by Wᵀ x.
func mixRows(ctx context.Context, w *mat.Dense, x blas64.General) error {
	y := dense.Borrow(x.Rows, x.Cols)
	defer dense.Release(y)
	if err := dense.Gemm(ctx, blas.Trans, blas.NoTrans, 1, w.RawMatrix(), x, 0, y); err != nil {
		return err
	}
	return eachRow(ctx, x.Rows, func(i int) { copy(x.Data[i*x.Stride:][:x.Cols], y.Data[i*y.Stride:]) })
}

// rowsAtOnce is the number of vectors that one goroutine processes at a time.
const rowsAtOnce = 8

// eachRow calls f for each row in parallel. It fails only if ctx ends.
func eachRow(ctx context.Context, rows int, f func(i int)) error {
	return parallel.For(ctx, rows, rowsAtOnce, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(i)
		}
	})
}
