package linalg

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// LowestFew is [Metric.Lowest] for B = D + λK (λ ≥ 0; D and K n×n, symmetric, of
// which only the upper triangles are read, as of C, which must not have been changed;
// K nil is the identity) where p is at most 0.12 n and B is positive semidefinite.
// It takes a small part of the time of a reduction, by block Lanczos iteration on
// the inverted pencil. Vectors is nil where p is more than that, n is small or the
// iteration does not succeed: the pencil is then to be reduced.
//
// The pairs found have small residuals, and where eigenvalues are crowded are
// proven to be the lowest by inertia. The result does not depend on GOMAXPROCS. The
// error is ctx.Err(), or names an entry that is NaN or infinite. It panics unless
// the orders agree.
func (m *Metric) LowestFew(ctx context.Context, d *mat.SymDense, lambda float64, k *mat.SymDense, p int) (values []float64, vectors *mat.Dense, err error) {
	if d.SymmetricDim() != m.N() || k != nil && k.SymmetricDim() != m.N() {
		panic("linalg: LowestFew: the matrices differ in order")
	}
	if !worthInverting(m.N(), p) {
		return nil, nil, ctx.Err()
	}
	g := &pencil{metric: m, d: square(d), lambda: lambda, plain: k == nil}
	if err := checkFinite(d); err != nil {
		return nil, nil, err
	}
	if k != nil {
		g.k = square(k)
		if err := checkFinite(k); err != nil {
			return nil, nil, err
		}
	}
	return g.lowest(ctx, p)
}

// worthInverting tells when the inverted pencil is tried: for a larger share of the
// eigenvalues a reduction takes as long.
func worthInverting(n, p int) bool { return p > 0 && n >= 600 && 25*p <= 3*n }

// invertedLimit is how many vectors a basis may take.
func invertedLimit(n, p int) int {
	return min(2*n/3, 6*p+100*krylovBlock) / krylovBlock * krylovBlock
}

// pencil is B a = μ C a with B = D + λK.
type pencil struct {
	metric *Metric // C, factored
	d, k   blas64.General
	lambda float64
	plain  bool // K is the identity
}

// shifts are the ε, as shares of the ratio of the traces of B and C, for which
// B + εC is factored: it has the eigenvectors of B. The first is small beside all
// eigenvalues but the lowest, so that these stay apart; the second makes up for a
// B that is singular.
var shifts = [...]float64{1e-5, 1e-2}

// lowest finds the p lowest eigenpairs of the pencil, where B is positive
// semidefinite, by block Lanczos on the inverted one: with C = RᵀR, B + εC = UᵀU
// and W = R U⁻¹, upper triangular like the two, the largest eigenvalues of WᵀW.
// Vectors are in columns and C-orthonormal. Nothing is reduced but one triangle by
// another, so this takes far less than a reduction where the vectors are few.
// Vectors is nil if it does not succeed.
func (g *pencil) lowest(ctx context.Context, p int) (values []float64, vectors *mat.Dense, err error) {
	n := g.d.Rows
	u := borrow(n, n) // U, then W, then what the check needs
	defer giveBack(u)
	traceB := trace(g.d)
	if g.plain {
		traceB += g.lambda * float64(n)
	} else {
		traceB += g.lambda * trace(g.k)
	}
	ratio := traceB / trace(g.metric.c)
	for _, s := range shifts {
		if !(s*ratio > 0) || math.IsInf(s*ratio, 0) {
			return nil, nil, ctx.Err()
		}
		if err := g.combine(ctx, u, s*ratio); err != nil {
			return nil, nil, err
		}
		ok, err := factorUpper(ctx, u, unitRoundoff*traceB)
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
		if v == nil {
			continue
		}
		values, vectors, err = g.checked(ctx, u, *v)
		if err != nil || vectors != nil {
			return values, vectors, err
		}
	}
	return nil, nil, nil
}

// trace is the sum of the diagonal of a.
func trace(a blas64.General) float64 {
	var sum float64
	for i := range a.Rows {
		sum += a.Data[i*a.Stride+i]
	}
	return sum
}

// combine sets the upper triangle of to to that of B + t C.
func (g *pencil) combine(ctx context.Context, to blas64.General, t float64) error {
	return ParallelRows(ctx, to.Rows, copyRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := to.Data[i*to.Stride+i : i*to.Stride+to.Cols]
			copy(row, g.d.Data[i*g.d.Stride+i:])
			simd.Axpy(t, g.metric.c.Data[i*g.metric.c.Stride+i:][:len(row)], row)
			switch {
			case g.plain:
				row[0] += g.lambda
			case g.lambda != 0:
				simd.Axpy(g.lambda, g.k.Data[i*g.k.Stride+i:][:len(row)], row)
			}
		}
	})
}

// lanczos finds the p largest eigenvectors y of WᵀW and returns U⁻¹ y = R⁻¹ W y, in
// rows; nil if it does not. It overwrites u.
func (g *pencil) lanczos(ctx context.Context, u blas64.General, p int) (*blas64.General, error) {
	if err := divideUpper(ctx, g.metric.u, u); err != nil {
		return nil, err
	}
	forward, err := newPackedFactor(ctx, u, true)
	defer forward.release()
	if err != nil {
		return nil, err
	}
	backward, err := newPackedFactor(ctx, u, false)
	defer backward.release()
	if err != nil {
		return nil, err
	}
	n := u.Rows
	y := borrow(krylovBlock, n)
	defer giveBack(y)
	k := newKrylov(n, invertedLimit(n, p), func(ctx context.Context, x blas64.General) error {
		if err := forward.apply(ctx, x, y); err != nil {
			return err
		}
		return backward.apply(ctx, y, x)
	})
	defer k.basis.release()
	r, err := k.converge(ctx, p, pace{tol: 2e-14, first: 3 * p, gain: 8})
	if err != nil || r == nil {
		return nil, err
	}
	v, err := k.vectors(ctx, r)
	if err != nil {
		return nil, err
	}
	w := newGeneral(p, n)
	if err := forward.apply(ctx, v, w); err != nil {
		return nil, err
	}
	return &w, solveTriangular(ctx, blas.Right, blas.Trans, upperTriangle(g.metric.u), w)
}

// divideUpper overwrites u by R U⁻¹, upper triangular, for the upper triangles r
// and u. It becomes zero below the diagonal as far as packedFactor looks at it.
func divideUpper(ctx context.Context, r, u blas64.General) error {
	n := r.Rows
	divisor := borrow(min(cholBlock, n), n)
	defer giveBack(divisor)
	for lo := 0; lo < n; lo += cholBlock {
		hi := min(lo+cholBlock, n)
		// A block row of U is not needed after the same of R has taken its place.
		err := ParallelRows(ctx, hi-lo, stripRows, func(from, to int) {
			for i := from; i < to; i++ {
				row := u.Data[(lo+i)*u.Stride:][:n]
				copy(divisor.Data[i*divisor.Stride+lo+i:][:n-lo-i], row[lo+i:])
				clear(row[max(0, lo+i-cholBlock) : lo+i])
				copy(row[lo+i:], r.Data[(lo+i)*r.Stride+lo+i:][:n-lo-i])
			}
		})
		if err != nil {
			return err
		}
		solved := part(u, 0, hi, lo, hi)
		if err := solveTriangular(ctx, blas.Right, blas.NoTrans, upperTriangle(part(divisor, 0, hi-lo, lo, hi)), solved); err != nil {
			return err
		}
		if hi == n {
			break
		}
		err = multiply(ctx, -1, factor{solved, byRows}, factor{part(divisor, 0, hi-lo, hi, n), byColumns}, 1, part(u, 0, hi, hi, n), simd.All)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
