package dense

import (
	"context"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// LowerCongruence returns L A Lᵀ for the lower triangular l and the symmetric a (n×n
// both). Only the upper triangle of a is read. The result is the same bit for bit
// whatever GOMAXPROCS. It fails only if ctx ends. It panics unless the shapes fit.
func LowerCongruence(ctx context.Context, l *mat.TriDense, a *mat.SymDense) (*mat.SymDense, error) {
	t, n := l.RawTriangular(), a.SymmetricDim()
	if t.N != n || t.Uplo != blas.Lower {
		panic("dense: LowerCongruence: l and a do not fit")
	}
	out := NewSym(n)
	to, from, product := RawSym(out), RawSym(a), Borrow(n, n)
	defer Release(product)
	workspace := Borrow(min(n, CholeskyBlock), n)
	defer Release(workspace)
	for lo := 0; lo < n; lo += CholeskyBlock {
		hi := min(lo+CholeskyBlock, n)
		rows := Slice(workspace, 0, hi-lo, 0, hi)
		copyLowerRows(rows, t, lo)
		own := Slice(product, lo, hi, 0, n)
		err := Multiply(ctx, 1, Rows(rows), Symmetric(Slice(from, 0, hi, 0, hi)), 0, Slice(own, 0, hi-lo, 0, hi), simd.All)
		if err == nil && hi < n {
			err = Multiply(ctx, 1, Rows(rows), Columns(Slice(from, 0, hi, hi, n)), 0, Slice(own, 0, hi-lo, hi, n), simd.All)
		}
		if err == nil {
			err = Multiply(ctx, 1, Rows(Slice(product, 0, hi, 0, hi)), Rows(rows), 0, Slice(to, 0, hi, lo, hi), simd.All)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}

// copyLowerRows fills rows with those of the lower triangle l from row lo on, and with
// zeros right of its diagonal.
func copyLowerRows(rows blas64.General, l blas64.Triangular, lo int) {
	for i := range rows.Rows {
		row := rows.Data[i*rows.Stride:][:rows.Cols]
		clear(row[copy(row, l.Data[(lo+i)*l.Stride:][:lo+i+1]):])
	}
}

// MultiplyLower overwrites k by L K for lower triangular l and k (n×n both), and its
// storage above the diagonal by zeros. The result is the same bit for bit whatever
// GOMAXPROCS. It fails only if ctx ends. It panics unless the shapes fit.
func MultiplyLower(ctx context.Context, l, k *mat.TriDense) error {
	t, u := l.RawTriangular(), k.RawTriangular()
	n := t.N
	if n != u.N || t.Uplo != blas.Lower || u.Uplo != blas.Lower {
		panic("dense: MultiplyLower: l and k do not fit")
	}
	workspace := Borrow(n, min(n, CholeskyBlock))
	defer Release(workspace)
	for lo := 0; lo < n; lo += CholeskyBlock {
		hi := min(lo+CholeskyBlock, n)
		columns := Slice(workspace, 0, n-lo, 0, hi-lo)
		for i := lo; i < n; i++ {
			row := columns.Data[(i-lo)*columns.Stride:][:columns.Cols]
			clear(row[copy(row, u.Data[i*u.Stride+lo:i*u.Stride+min(i+1, hi)]):])
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		blas64.Trmm(blas.Left, blas.NoTrans, 1, DiagonalBlock(t, lo, n), columns)
		for i := lo; i < n; i++ {
			copy(u.Data[i*u.Stride+lo:i*u.Stride+hi], columns.Data[(i-lo)*columns.Stride:][:columns.Cols])
		}
		for i := range lo {
			clear(u.Data[i*u.Stride+lo : i*u.Stride+hi])
		}
	}
	return ctx.Err()
}

// LowerSquare returns T Tᵀ for a lower triangular t (n×n) whose storage is zero above
// the diagonal, as after [MultiplyLower]. The result is the same bit for bit whatever
// GOMAXPROCS. It fails only if ctx ends.
func LowerSquare(ctx context.Context, t *mat.TriDense) (*mat.SymDense, error) {
	lines := lowerStorage(t.RawTriangular())
	n := lines.Rows
	out := NewSym(n)
	for lo := 0; lo < n; lo += CholeskyBlock {
		hi := min(lo+CholeskyBlock, n)
		left, right := Rows(Slice(lines, lo, hi, 0, hi)), Rows(Slice(lines, lo, n, 0, hi))
		if err := Multiply(ctx, 1, left, right, 0, Slice(RawSym(out), lo, hi, lo, n), simd.All); err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}

// lowerStorage returns the storage of a lower triangle as a general matrix. It panics
// if t is not a lower triangle.
func lowerStorage(t blas64.Triangular) blas64.General {
	if t.Uplo != blas.Lower {
		panic("dense: the triangle is not a lower one")
	}
	return blas64.General{Rows: t.N, Cols: t.N, Stride: t.Stride, Data: t.Data}
}

// lowerDepth is the number of rows of a triangle that are multiplied at a time: half of
// [simd.Depth], so that fewer zeros beside the diagonal are multiplied.
const lowerDepth = simd.Depth / 2

// MultiplyLowerTransposed sets the n×p matrix y to LᵀA for the leading n×n part of a
// lower triangular l whose storage is zero above the diagonal, as after
// [MultiplyLower]. A column of y depends only on l and on its column of a, and is the
// same bit for bit whatever GOMAXPROCS. It fails only if ctx ends. It panics unless the
// shapes fit.
func MultiplyLowerTransposed(ctx context.Context, l *mat.TriDense, a, y blas64.General) error {
	lines := lowerStorage(l.RawTriangular())
	if a.Rows > lines.Rows || a.Rows != y.Rows || a.Cols != y.Cols {
		panic("dense: MultiplyLowerTransposed: l, a and y do not fit")
	}
	for i := range y.Rows {
		clear(y.Data[i*y.Stride:][:y.Cols])
	}
	for lo := 0; lo < a.Rows; lo += lowerDepth {
		hi := min(lo+lowerDepth, a.Rows)
		left, right := Columns(Slice(lines, lo, hi, 0, hi)), Columns(Slice(a, lo, hi, 0, a.Cols))
		if err := Multiply(ctx, 1, left, right, 1, Slice(y, 0, hi, 0, y.Cols), simd.All); err != nil {
			return err
		}
	}
	return ctx.Err()
}
