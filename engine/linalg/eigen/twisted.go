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
	// clusterGap are so near to each other, in a matrix of order one, that their
	// vectors are a matter of rounding.
	clusterGap = 0x1p-50
	// minSquaredDistance is the smallest square of the distance of a unit vector to the
	// span of those before it with which it is made orthogonal to them: its errors
	// grow by one over the root.
	minSquaredDistance = 1.0 / 64

	// In units of the roundoff times the root of the order, how far inner products
	// of vectors may be from orthonormal, and how large residuals may be.
	orthogonalityTol, residualTol = 4, 2
)

// worthTwisted reports whether bisection and twisted factorisations find p eigenpairs
// faster than divide and conquer, most of whose work is common to all. Their time is 0.25
// of that of divide and conquer for 200 of 1,000 eigenpairs and 0.97 for 330 of 500
// (BenchmarkTwistedOrDivide).
func worthTwisted(n, p int) bool { return p < n && 2*p <= n+160 }

// lowestTwisted is [Tridiagonal] for a matrix whose largest entry is about one
// in size: it finds each eigenvalue by bisection and its vector from a twisted
// factorisation, then makes all vectors orthonormal. What it finds is checked. Where
// eigenvalues are too near to each other for that, it finds nothing, nil.
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

// twistedVectors sets the rows of x to orthonormal eigenvectors of the eigenvalues,
// and reports whether it could.
func twistedVectors(ctx context.Context, d, e, values []float64, x blas64.General) (bool, error) {
	t := simd.NewTwisted(d, e)
	err := parallel.For(ctx, x.Rows, simd.TwistedLanes, func(lo, hi int) {
		room := dense.BorrowVector(t.WorkspaceSize())
		defer dense.ReleaseVector(room)
		t.VectorsTo(dense.Slice(x, lo, hi, 0, x.Cols), values[lo:hi], room)
	})
	if err != nil {
		return false, err
	}
	if ok, err := orthonormalise(ctx, x); !ok || err != nil {
		return false, err
	}
	return smallResiduals(ctx, d, e, values, x)
}

// orthonormalise makes the rows of x, unit vectors that are nearly orthogonal,
// orthonormal, each by those before it, and reports whether they are. It factors
// their inner products (Cholesky QR, as often as it takes: Yamamoto et al., Electron.
// Trans. Numer. Anal. 44, 2015).
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

// vectorRounding is the size of the rounding errors in sums over n entries of unit
// vectors.
func vectorRounding(n int) float64 { return dense.UnitRoundoff * math.Sqrt(float64(n)) }

// identityDistance is the largest entry of the upper triangle of a - I; NaN if one is.
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
// tridiagonal matrix to the eigenvalues, up to rounding.
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

// residual is the length of T v - value v.
func residual(d, e []float64, value float64, v []float64) float64 {
	last := len(d) - 1
	d, v = d[:last+1], v[:last+1]
	var sum, before float64 // before: what the entry before contributes
	for i, side := range e[:last] {
		r := before + (d[i]-value)*v[i] + side*v[i+1]
		sum += r * r
		before = side * v[i]
	}
	r := before + (d[last]-value)*v[last]
	return math.Sqrt(sum + r*r)
}
