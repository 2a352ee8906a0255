package iterative

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// extremalSteps is the smallest number of Lanczos steps, if the order allows it,
	// and the number between two checks; maxExtremalSteps is the largest.
	extremalSteps    = 16
	maxExtremalSteps = 160
	// LargestTol is the relative residual at which the largest eigenvalue is accepted.
	// Its error is usually far smaller.
	LargestTol = 1e-7
)

// Extremes holds estimates of the extreme eigenvalues of a matrix, from inside the
// spectrum, and their residuals. Each has an eigenvalue within its residual, which need
// not be the extreme one.
type Extremes struct {
	Low, High                 float64
	LowResidual, HighResidual float64
}

// ExtremalOf computes [Extremal] of the symmetric matrix in the upper triangle of a
// (n×n, n > 0). Below the diagonal, a must be zero as [dense.AddSymvRows] requires.
func ExtremalOf(ctx context.Context, a blas64.General, tol float64) (Extremes, error) {
	multiply := func(ctx context.Context, x, y []float64) error { return dense.Symv(ctx, a, x, y) }
	return Extremal(ctx, a.Rows, dense.ScaleExponent(dense.LargestDiagonal(a)), multiply, tol)
}

// Extremal returns estimates of the extreme eigenvalues of a symmetric matrix of order
// n > 0 by the Lanczos method, until the largest has a relative residual of tol.
// multiply sets y to the matrix times x. The entries of the matrix are of the order of
// 2 to the exponent.
func Extremal(ctx context.Context, n, exponent int, multiply func(ctx context.Context, x, y []float64) error, tol float64) (Extremes, error) {
	limit := min(maxExtremalSteps, n)
	rnd := rand.New(rand.NewPCG(startSeed, uint64(n)))
	q := dense.Borrow(limit+1, n)
	defer dense.Release(q)
	row := func(i int) []float64 { return q.Data[i*q.Stride:][:n] }
	normalise := func(v []float64) float64 {
		norm := math.Sqrt(simd.Dot(v, v))
		if norm > 0 {
			blas64.Scal(1/norm, blas64.Vector{N: n, Data: v, Inc: 1})
		}
		return norm
	}
	for i := range row(0) {
		row(0)[i] = rnd.NormFloat64()
	}
	normalise(row(0))
	var d, e []float64
	var largest float64
	for j := 0; ; j++ {
		w := row(j + 1)
		if err := multiply(ctx, row(j), w); err != nil {
			return Extremes{}, err
		}
		if exponent != 0 {
			copy(w, dense.Ldexp(w, -exponent))
		}
		largest = max(largest, math.Sqrt(simd.Dot(w, w)))
		d = append(d, simd.Dot(row(j), w))
		project(q, j+1, w, nil)
		project(q, j+1, w, nil)
		e = append(e, normalise(w))
		over := j+1 == limit || !(e[j] > float64(n)*dense.UnitRoundoff*largest)
		if !over && (j+1)%extremalSteps > 0 {
			continue
		}
		r, err := ritzExtremes(ctx, d, e)
		if err != nil || over || r.HighResidual <= tol*math.Abs(r.High) {
			return Extremes{math.Ldexp(r.Low, exponent), math.Ldexp(r.High, exponent),
				math.Ldexp(r.LowResidual, exponent), math.Ldexp(r.HighResidual, exponent)}, err
		}
	}
}

// ritzExtremes returns the extreme eigenvalues of the tridiagonal matrix with diagonal
// d and off-diagonal e. The last e couples it to the next Lanczos vector.
func ritzExtremes(ctx context.Context, d, e []float64) (Extremes, error) {
	m := len(d)
	c, err := eigen.Tridiagonal(ctx, d, e[:m-1], m)
	if err != nil {
		return Extremes{}, err
	}
	defer c.Release()
	residual := func(k int) float64 { return math.Abs(e[m-1] * c.Vector(k)[m-1]) }
	return Extremes{Low: c.Values[0], High: c.Values[m-1], LowResidual: residual(0), HighResidual: residual(m - 1)}, nil
}

// SmallestTol is the relative residual at which [Largest] accepts an eigenvalue:
// sufficient for a condition number. If many eigenvalues are nearly equal, each further
// digit would take as long again.
const SmallestTol = 1e-1

// SmallestPivots returns the indices of the Block smallest pivots of a triangle, or of
// all: the inverse has its largest entries there.
func SmallestPivots(pivots []float64) []int {
	order := dense.Iota(len(pivots))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(pivots[i], pivots[j]) })
	return order[:min(len(order), Block)]
}

// Largest returns the largest eigenvalue of M of order n, to within SmallestTol, by an
// iteration that starts near some entries as that of [NewKrylov] does. It returns zero
// if the iteration does not converge.
func Largest(ctx context.Context, n int, near []int, apply Operator) (float64, error) {
	k := NewKrylov(n, basisLimit(n, 1), near, apply)
	defer k.Release()
	for k.basis.size < k.limit {
		if err := k.extend(ctx); err != nil {
			return 0, err
		}
		if k.basis.size%(2*Block) > 0 {
			continue
		}
		r, err := k.ritz(ctx, 1)
		if err != nil {
			return 0, err
		}
		if r.residual <= SmallestTol {
			return r.values[0], nil
		}
	}
	return 0, ctx.Err()
}
