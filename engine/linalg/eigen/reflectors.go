package eigen

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	lapack "gonum.org/v1/gonum/lapack/gonum"
)

// householder overwrites x with the v, v_0 = 1, for which I - tau v vᵀ maps x to (beta,
// 0, …, 0).
func householder(x []float64) (beta, tau float64) {
	rest := x[1:]
	sum := simd.Dot(rest, rest)
	if sum < 0x1p-900 {
		// The squares may have underflowed.
		if len(rest) > 0 {
			beta, tau = lapack.Implementation{}.Dlarfg(len(x), x[0], rest, 1)
		} else {
			beta = x[0]
		}
		x[0] = 1
		return beta, tau
	}
	beta = -math.Copysign(math.Sqrt(x[0]*x[0]+sum), x[0])
	tau = (beta - x[0]) / beta
	scale := 1 / (x[0] - beta)
	for j := range rest {
		rest[j] *= scale
	}
	x[0] = 1
	return beta, tau
}

// maxReflectors is the largest block that reflectorBlock returns.
const maxReflectors = 4 * simd.BlockAlign

// reflectorBlock returns the number of reflectors that are applied together to
// eigenvectors of length n. A larger block makes products faster, but its factor takes
// longer. Doubling it takes 1.17 times as long at n = 600 and 0.95 times at 2,000
// (BenchmarkReflectorBlock).
func reflectorBlock(n int) int {
	if n < 1200 {
		return 2 * simd.BlockAlign
	}
	return maxReflectors
}

// applyReflectors multiplies x by Qᵀ from the right, where Q is the product in order of
// the first count reflectors in the rows of v; row i is zero up to column i+offset-1.
// Blocks of reflectors are applied as I - Vᵀ Tᵀ V (compact WY form; Schreiber and Van
// Loan, 1989).
func applyReflectors(ctx context.Context, x, v blas64.General, tau []float64, offset, count int) error {
	if count <= 0 {
		return ctx.Err()
	}
	return applyReflectorBlocks(ctx, x, v, tau, offset, count, reflectorBlock(x.Cols))
}

// applyReflectorBlocks implements applyReflectors with blocks of the given size.
func applyReflectorBlocks(ctx context.Context, x, v blas64.General, tau []float64, offset, count, block int) error {
	xv, xvt := dense.Borrow(x.Rows, block), dense.Borrow(x.Rows, block)
	defer dense.Release(xv)
	defer dense.Release(xvt)
	for s := (count - 1) / block * block; s >= 0; s -= block {
		to := min(s+block, count)
		vs, xs := dense.Slice(v, s, to, s+offset, v.Cols), dense.Slice(x, 0, x.Rows, s+offset, x.Cols)
		t, err := blockFactor(ctx, vs, tau[s:to])
		if err != nil {
			return err
		}
		w, wt := dense.Slice(xv, 0, x.Rows, 0, to-s), dense.Slice(xvt, 0, x.Rows, 0, to-s)
		if err := dense.Gemm(ctx, blas.NoTrans, blas.Trans, 1, xs, vs, 0, w); err != nil {
			return err
		}
		if err := dense.Gemm(ctx, blas.NoTrans, blas.Trans, 1, w, t, 0, wt); err != nil {
			return err
		}
		if err := dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, -1, wt, vs, 1, xs); err != nil {
			return err
		}
	}
	return nil
}

// blockFactor returns the upper triangular T, zero below the diagonal, for which the
// product in order of the reflectors I - tau_i v_i v_iᵀ, v_i in the rows of v, is I -
// Vᵀ T V.
func blockFactor(ctx context.Context, v blas64.General, tau []float64) (blas64.General, error) {
	size := v.Rows
	inner, t := dense.Zeros(size, size), dense.Zeros(size, size)
	f := dense.Rows(v)
	if err := dense.Multiply(ctx, 1, f, f, 0, inner, simd.Upper); err != nil {
		return t, err
	}
	completeFactor(inner, tau, t)
	return t, nil
}

// completeFactor sets the upper triangle of t to T. inner holds the inner products of
// the v_i in its upper triangle.
func completeFactor(inner blas64.General, tau []float64, t blas64.General) {
	var col [maxReflectors]float64
	for i, f := range tau {
		for j := range i {
			col[j] = -f * inner.Data[j*inner.Stride+i]
		}
		for j := range i {
			t.Data[j*t.Stride+i] = simd.Dot(t.Data[j*t.Stride+j:j*t.Stride+i], col[j:i])
		}
		t.Data[i*t.Stride+i] = f
	}
}
