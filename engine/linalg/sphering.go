package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
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
	s := borrow(n, n)
	defer giveBack(s)
	if err := m.invert(ctx, s); err != nil {
		return nil, err
	}
	a := NewSym(n)
	for lo := 0; lo < n; lo += cholBlock {
		rows := part(s, lo, min(lo+cholBlock, n), lo, n)
		if err := addUpperSquare(ctx, part(square(a), lo, n, lo, n), rows); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// invert sets the upper triangle of s, and cholBlock columns left of it to zero, to
// those of U⁻¹.
func (m *Metric) invert(ctx context.Context, s blas64.General) error {
	if err := copyShifted(ctx, s, m.u, 0); err != nil {
		return err
	}
	return divideUpper(ctx, s, func(_ int, to []float64) {
		clear(to)
		to[0] = 1
	})
}

// squareRows of a result share one depth in addUpperSquare.
const squareRows = 2 * simd.BlockAlign

// addUpperSquare adds pᵀ · p to the upper triangle of c (n×n) for the first rows p
// (k×n, k at most [simd.Depth]) of an upper triangle: what they have left of the
// diagonal, where they must be zero, is left out of the product.
func addUpperSquare(ctx context.Context, c, p blas64.General) error {
	f := factor{p, byColumns}
	pair := newPair(f, f, 0, p.Rows)
	defer pair.release()
	if err := pair.pack(ctx, f, f); err != nil {
		return err
	}
	return eachBlock(ctx, c, p.Rows, simd.Upper, func(b simd.Block) {
		for i := b.I0; i < b.I1; i += squareRows {
			rows := b
			rows.I0, rows.I1 = i, min(i+squareRows, b.I1)
			first := pair.right.Leading(min(rows.I1, p.Rows))
			simd.Add(1, first, first, c, rows, simd.Upper)
		}
	})
}
