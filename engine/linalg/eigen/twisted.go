package eigen

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// clusterGap is the distance of eigenvalues, in a matrix of order one, below which
	// rounding determines their vectors.
	clusterGap = 0x1p-50
	// minSquaredDistance is the smallest allowed squared distance of a unit vector to
	// the span of the previous vectors, against which it is orthogonalised. Errors grow
	// by one over its root.
	minSquaredDistance = 1.0 / 64

	// The limits of inner products and of residuals, in units of the roundoff times the
	// root of the order.
	orthogonalityTol, residualTol = 4, 2
)

// worthTwisted reports whether bisection and twisted factorisations compute p
// eigenpairs faster than divide and conquer, most of whose work does not depend on p.
// They take 0.25 times as long as divide and conquer for 200 of 1,000 eigenpairs and
// 0.97 times for 330 of 500 (BenchmarkTwistedOrDivide).
func worthTwisted(n, p int) bool { return p < n && 2*p <= n+160 }

// lowestTwisted computes [Tridiagonal] for a matrix whose largest entry is about one.
// It computes each eigenvalue by bisection and its vector by a twisted factorisation,
// orthonormalises the vectors, and checks the result. It returns nil if eigenvalues are
// too close for that.
func lowestTwisted(ctx context.Context, d, e []float64, p int) (*Pairs, error) {
	values, err := lowestByBisection(ctx, d, e, p)
	if err != nil {
		return nil, err
	}
	for i := 1; i < p; i++ {
		if values[i]-values[i-1] <= clusterGap {
			return nil, nil
		}
	}
	x := dense.Borrow(p, len(d))
	ok, err := twistedVectors(ctx, d, e, values, x)
	if !ok || err != nil {
		dense.Release(x)
		return nil, err
	}
	return &Pairs{Values: values, rows: dense.Iota(p), x: x, storage: x}, nil
}

// twistedVectors sets the rows of x to orthonormal eigenvectors of the eigenvalues, and
// reports whether it succeeded.
func twistedVectors(ctx context.Context, d, e, values []float64, x blas64.General) (bool, error) {
	t := simd.NewTwisted(d, e)
	err := parallel.For(ctx, x.Rows, simd.TwistedLanes, func(lo, hi int) {
		workspace := dense.BorrowVector(t.WorkspaceSize())
		defer dense.ReleaseVector(workspace)
		t.VectorsTo(dense.Slice(x, lo, hi, 0, x.Cols), values[lo:hi], workspace)
	})
	if err != nil {
		return false, err
	}
	if ok, err := orthonormalise(ctx, x); !ok || err != nil {
		return false, err
	}
	return smallResiduals(ctx, d, e, values, x)
}

// orthonormalise makes the rows of x, which are nearly orthogonal unit vectors,
// orthonormal, each against the previous ones, and reports whether it succeeded. It
// factors their inner products (repeated Cholesky QR: Yamamoto et al., Electron. Trans.
// Numer. Anal. 44, 2015).
func orthonormalise(ctx context.Context, x blas64.General) (bool, error) {
	gram, f := dense.Borrow(x.Rows, x.Rows), dense.Rows(x)
	defer dense.Release(gram)
	for range 3 {
		if err := dense.Multiply(ctx, 1, f, f, 0, gram, simd.Upper); err != nil {
			return false, err
		}
		if identityDistance(gram) <= orthogonalityTol*vectorRounding(x.Cols) {
			return true, nil
		}
		if ok, err := dense.CholeskyUpper(ctx, gram, minSquaredDistance); !ok || err != nil {
			return false, err
		}
		if err := dense.SolveTriangular(ctx, blas.Left, blas.Trans, dense.UpperTriangle(gram), x); err != nil {
			return false, err
		}
	}
	return false, nil
}

// vectorRounding returns the size of the rounding errors in sums over n entries of unit
// vectors.
func vectorRounding(n int) float64 { return dense.UnitRoundoff * math.Sqrt(float64(n)) }

// identityDistance returns the largest magnitude in the upper triangle of a - I; NaN if
// an entry is NaN.
func identityDistance(a blas64.General) float64 {
	var most float64
	for i := range a.Rows {
		row := a.Data[i*a.Stride:][i:a.Cols]
		most = max(most, math.Abs(row[0]-1))
		for _, v := range row[1:] {
			most = max(most, math.Abs(v))
		}
	}
	return most
}

// smallResiduals reports whether the rows of x, unit vectors, are eigenvectors of the
// tridiagonal matrix for the eigenvalues, up to rounding.
func smallResiduals(ctx context.Context, d, e, values []float64, x blas64.General) (bool, error) {
	exact := make([]bool, x.Rows)
	least := residualTol * vectorRounding(x.Cols)
	err := parallel.For(ctx, x.Rows, vectorGrain, func(lo, hi int) {
		for k := lo; k < hi; k++ {
			exact[k] = residual(d, e, values[k], x.Data[k*x.Stride:][:x.Cols]) <= least
		}
	})
	return !slices.Contains(exact, false), err
}

// residual returns the length of T v - value v.
func residual(d, e []float64, value float64, v []float64) float64 {
	last := len(d) - 1
	d, v = d[:last+1], v[:last+1]
	var sum, before float64 // before: contribution of the previous entry
	for i, side := range e[:last] {
		r := before + (d[i]-value)*v[i] + side*v[i+1]
		sum += r * r
		before = side * v[i]
	}
	r := before + (d[last]-value)*v[last]
	return math.Sqrt(sum + r*r)
}
