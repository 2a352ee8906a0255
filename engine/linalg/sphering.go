package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Sphering is S = U⁻¹ (n×n, upper triangular), in whose columns C becomes the
// identity: SᵀCS = I. It is what [Metric.Restore] makes of the identity, up to
// rounding, in a third of the operations. The result is the same bit for bit
// whatever GOMAXPROCS. The error is ctx.Err().
func (m *Metric) Sphering(ctx context.Context) (*mat.Dense, error) {
	if m.N() == 0 {
		return &mat.Dense{}, ctx.Err()
	}
	s := NewDense(m.N(), m.N())
	if err := m.invert(ctx, s.RawMatrix()); err != nil {
		return nil, err
	}
	return s, nil
}

// ReduceIdentity is U⁻ᵀ U⁻¹ = SᵀS (n×n), the inner products of the columns of
// [Metric.Sphering]. It is what [Metric.Reduce] makes of the identity, up to
// rounding, in two thirds of the operations, and has the eigenvalues of C⁻¹. The
// result is the same bit for bit whatever GOMAXPROCS. The error is ctx.Err().
func (m *Metric) ReduceIdentity(ctx context.Context) (*mat.SymDense, error) {
	n := m.N()
	if n == 0 {
		return &mat.SymDense{}, ctx.Err()
	}
	a := NewSym(n)
	s := square(a)
	if err := m.invert(ctx, s); err != nil {
		return nil, err
	}
	// Block rows of the squares take the place of those of U⁻¹, which those above them
	// do not need.
	for lo := (n - 1) / cholBlock * cholBlock; lo >= 0; lo -= cholBlock {
		hi := min(lo+cholBlock, n)
		rows := part(s, lo, hi, lo, n)
		if err := squareTriangle(ctx, rows); err != nil {
			return nil, err
		}
		if lo == 0 {
			break
		}
		above := factor{part(s, 0, lo, lo, n), byColumns}
		if err := multiply(ctx, 1, factor{part(s, 0, lo, lo, hi), byColumns}, above, 1, rows, simd.Upper); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// invertBlock columns of an inverse are found at a time: fewer than are factored, since
// the zeros of their triangle are not left out.
const invertBlock = 128

// invert sets the upper triangle of s, of zeros, to that of U⁻¹: block columns of the
// identity are divided by U, and what they contribute to those after them is taken out
// of these.
func (m *Metric) invert(ctx context.Context, s blas64.General) error {
	n := m.N()
	for i := range n {
		s.Data[i*s.Stride+i] = 1
	}
	for lo := 0; lo < n; lo += invertBlock {
		hi := min(lo+invertBlock, n)
		found := part(s, 0, hi, lo, hi)
		err := solveTriangular(ctx, blas.Right, blas.NoTrans, upperTriangle(part(m.u, lo, hi, lo, hi)), found)
		if err != nil || hi == n {
			return err
		}
		err = multiply(ctx, -1, factor{found, byRows}, factor{part(m.u, lo, hi, hi, n), byColumns}, 1, part(s, 0, hi, hi, n), simd.All)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// squareRows of a result share one depth in squareTriangle.
const squareRows = 2 * simd.BlockAlign

// squareTriangle overwrites the upper triangle of p, the first rows (k×n, k at most
// [simd.Depth]) of an upper triangle, by that of the first rows of pᵀ · p. What p has
// left of the diagonal, where it must be zero, is left out of the product.
func squareTriangle(ctx context.Context, p blas64.General) error {
	k := p.Rows
	l, r := factor{part(p, 0, k, 0, k), byColumns}, factor{p, byColumns}
	pair := newPair(l, r, 0, k)
	defer pair.release()
	if err := pair.pack(ctx, l, r); err != nil {
		return err
	}
	return eachBlock(ctx, p, k, simd.Upper, func(b simd.Block) {
		for i := b.I0; i < b.I1; i += squareRows {
			rows := b
			rows.I0, rows.I1 = i, min(i+squareRows, b.I1)
			simd.AddScaled(1, pair.left.Leading(rows.I1), pair.right.Leading(rows.I1), 0, p, rows, simd.Upper)
		}
	})
}
