package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// invertBlock is the number of columns of an inverse that are computed at a time. It is
// smaller than [CholeskyBlock], because the zeros of their triangle are included in the
// products.
const invertBlock = 128

// InvertUpper sets the upper triangle of s, which is zero on entry, to that of U⁻¹. It
// divides block columns of the identity by U, and subtracts their contribution from the
// following ones.
func InvertUpper(ctx context.Context, u, s blas64.General) error {
	n := u.Rows
	for i := range n {
		s.Data[i*s.Stride+i] = 1
	}
	for lo := 0; lo < n; lo += invertBlock {
		hi := min(lo+invertBlock, n)
		found := Slice(s, 0, hi, lo, hi)
		err := SolveTriangular(ctx, blas.Right, blas.NoTrans, UpperTriangle(Slice(u, lo, hi, lo, hi)), found)
		if err != nil || hi == n {
			return err
		}
		err = Multiply(ctx, -1, Rows(found), Columns(Slice(u, lo, hi, hi, n)), 1, Slice(s, 0, hi, hi, n), simd.All)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// GramUpper overwrites the upper triangular S by the upper triangle of SᵀS. Block rows
// of the result replace those of S, which the rows above them do not need.
func GramUpper(ctx context.Context, s blas64.General) error {
	n := s.Rows
	for lo := (n - 1) / CholeskyBlock * CholeskyBlock; lo >= 0; lo -= CholeskyBlock {
		hi := min(lo+CholeskyBlock, n)
		rows := Slice(s, lo, hi, lo, n)
		if err := gramBlockRow(ctx, rows); err != nil {
			return err
		}
		if lo == 0 {
			break
		}
		above := Columns(Slice(s, 0, lo, lo, n))
		if err := Multiply(ctx, 1, Columns(Slice(s, 0, lo, lo, hi)), above, 1, rows, simd.Upper); err != nil {
			return err
		}
	}
	return nil
}

// squareRows is the number of rows of a result that share one depth in gramBlockRow.
const squareRows = 2 * simd.BlockAlign

// gramBlockRow overwrites the upper triangle of p, the first rows (k×n, k at most
// [simd.Depth]) of an upper triangle, by that of the first rows of pᵀ · p. The part of
// p below its diagonal must be zero; the product skips it.
func gramBlockRow(ctx context.Context, p blas64.General) error {
	k := p.Rows
	l, r := Columns(Slice(p, 0, k, 0, k)), Columns(p)
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
