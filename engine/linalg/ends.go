package linalg

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
	"gonum.org/v1/gonum/mat"
)

const (
	// endSteps steps of the Lanczos method are made at least to estimate the ends
	// of a spectrum, if the order allows it, and maxEndSteps at most.
	endSteps    = 16
	maxEndSteps = 160
	// endTol is the residual of an extreme eigenvalue relative to it at which it is
	// good enough to be reported. Its error is smaller than that, as a rule by far.
	endTol = 1e-7
)

// ends are estimates of the extreme eigenvalues of a matrix, from inside, and
// their residuals: there is an eigenvalue as near as that, though it need not be
// the extreme one.
type ends struct{ low, high, lowResidual, highResidual float64 }

// estimateEnds is endsOf for the symmetric matrix in the upper triangle of a (not
// empty). Below the diagonal, a is zero as [dense.AddSymvRows] wants it.
func estimateEnds(ctx context.Context, a blas64.General, tol float64) (ends, error) {
	multiply := func(ctx context.Context, x, y []float64) error { return dense.Symv(ctx, a, x, y) }
	return endsOf(ctx, a.Rows, dense.ScaleExponent(dense.LargestDiagonal(a)), multiply, tol)
}

// endsOf runs the Lanczos method on the symmetric matrix of order n > 0 that multiply
// multiplies x by to give y, until the upper end has a relative residual of tol. It
// is as large as 2 to the exponent.
func endsOf(ctx context.Context, n, exponent int, multiply func(ctx context.Context, x, y []float64) error, tol float64) (ends, error) {
	limit := min(maxEndSteps, n)
	rnd := rand.New(rand.NewPCG(krylovSeed, uint64(n)))
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
			return ends{}, err
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
		if !over && (j+1)%endSteps > 0 {
			continue
		}
		r, err := ritzEnds(ctx, d, e)
		if err != nil || over || r.highResidual <= tol*math.Abs(r.high) {
			return ends{math.Ldexp(r.low, exponent), math.Ldexp(r.high, exponent),
				math.Ldexp(r.lowResidual, exponent), math.Ldexp(r.highResidual, exponent)}, err
		}
	}
}

// ritzEnds are the ends of the tridiagonal matrix with diagonal d and the numbers
// e beside it; the last e couples it to what it is a part of.
func ritzEnds(ctx context.Context, d, e []float64) (ends, error) {
	m := len(d)
	c, err := eigen.Tridiagonal(ctx, d, e[:m-1], m)
	if err != nil {
		return ends{}, err
	}
	defer c.Release()
	residual := func(k int) float64 { return math.Abs(e[m-1] * c.Vector(k)[m-1]) }
	return ends{low: c.Values[0], high: c.Values[m-1], lowResidual: residual(0), highResidual: residual(m - 1)}, nil
}

// smallestTol is the residual of the smallest eigenvalue of C relative to it at
// which Ends takes it: enough for what condition numbers are for. Where many are
// nearly as small, each digit more would take as long again.
const smallestTol = 1e-1

// Ends estimates the extreme eigenvalues of C, from inside: the largest as a rule
// to ten digits or more, the smallest to within smallestTol. Their ratio is the
// condition number of C.
func (m *Metric) Ends(ctx context.Context) (smallest, largest float64, err error) {
	n := m.N()
	if n == 0 {
		return 0, 0, ctx.Err()
	}
	if n <= endOrder || dense.ScaleExponent(m.largest) != 0 {
		return m.denseEnds(ctx)
	}
	inverse, err := newInverse(ctx, m.u)
	defer inverse.release()
	if err != nil {
		return 0, 0, err
	}
	largestInverse, err := largestOf(ctx, n, smallestOf(dense.Diagonal(m.u)), inverse.apply)
	if err != nil {
		return 0, 0, err
	}
	if largestInverse == 0 {
		return m.denseEnds(ctx)
	}
	return 1 / largestInverse, m.largest, nil
}

// smallestOf are the places of the smallest pivots of a triangle, krylovBlock of them
// or all: near these is what the inverse makes the most of.
func smallestOf(pivots []float64) []int {
	order := dense.Iota(len(pivots))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(pivots[i], pivots[j]) })
	return order[:min(len(order), krylovBlock)]
}

// largestOf is the largest eigenvalue of M, to within smallestTol, found from near
// some entries as [newKrylov] has them; zero where it is not found.
func largestOf(ctx context.Context, n int, near []int, apply operator) (float64, error) {
	k := newKrylov(n, krylovLimit(n, 1), near, apply)
	defer k.basis.release()
	for k.basis.size < k.t.SymmetricDim() {
		if err := k.extend(ctx); err != nil {
			return 0, err
		}
		if k.basis.size%(2*krylovBlock) > 0 {
			continue
		}
		r, err := k.ritz(ctx, 1)
		if err != nil {
			return 0, err
		}
		if r.residual <= smallestTol {
			return r.values[0], nil
		}
	}
	return 0, ctx.Err()
}

// endOrder is the order up to which the whole spectrum is as quick.
const endOrder = 256

// denseEnds takes the ends from the whole spectrum of C = UᵀU.
func (m *Metric) denseEnds(ctx context.Context) (smallest, largest float64, err error) {
	n := m.N()
	upper := dense.Zeros(n, n)
	for i := range n {
		copy(upper.Data[i*n+i:(i+1)*n], m.u.Data[i*m.u.Stride+i:])
	}
	c := mat.NewSymDense(n, nil)
	if err := dense.Gemmt(ctx, dense.RawSym(c), 1, upper, upper); err != nil {
		return 0, 0, err
	}
	values, _, err := eigen.Sym(ctx, c)
	if err != nil {
		return 0, 0, err
	}
	return values[0], values[n-1], nil
}
