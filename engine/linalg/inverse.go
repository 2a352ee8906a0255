package linalg

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// invertBlock columns of an inverse are found at a time: fewer than are factored, since
// the zeros of their triangle are not left out.
const invertBlock = 128

// invertUpper sets the upper triangle of s, of zeros, to that of U⁻¹: block columns of the
// identity are divided by U, and what they contribute to those after them is taken out
// of these.
func invertUpper(ctx context.Context, u, s blas64.General) error {
	n := u.Rows
	for i := range n {
		s.Data[i*s.Stride+i] = 1
	}
	for lo := 0; lo < n; lo += invertBlock {
		hi := min(lo+invertBlock, n)
		found := part(s, 0, hi, lo, hi)
		err := solveTriangular(ctx, blas.Right, blas.NoTrans, upperTriangle(part(u, lo, hi, lo, hi)), found)
		if err != nil || hi == n {
			return err
		}
		err = multiply(ctx, -1, factor{found, byRows}, factor{part(u, lo, hi, hi, n), byColumns}, 1, part(s, 0, hi, hi, n), simd.All)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// gramOfUpper overwrites the upper triangular S by the upper triangle of SᵀS. Block rows
// of the result take the place of those of S, which those above them do not need.
func gramOfUpper(ctx context.Context, s blas64.General) error {
	n := s.Rows
	for lo := (n - 1) / cholBlock * cholBlock; lo >= 0; lo -= cholBlock {
		hi := min(lo+cholBlock, n)
		rows := part(s, lo, hi, lo, n)
		if err := squareTriangle(ctx, rows); err != nil {
			return err
		}
		if lo == 0 {
			break
		}
		above := factor{part(s, 0, lo, lo, n), byColumns}
		if err := multiply(ctx, 1, factor{part(s, 0, lo, lo, hi), byColumns}, above, 1, rows, simd.Upper); err != nil {
			return err
		}
	}
	return nil
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
