package linalg

import (
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// borrow is an r×c matrix, to be given back. What it holds is anything.
func borrow(r, c int) blas64.General {
	s := stride(c)
	return blas64.General{Rows: r, Cols: c, Stride: s, Data: takeSpace(r * s)}
}

// giveBack ends the use of a borrowed matrix.
func giveBack(a blas64.General) { giveSpace(a.Data) }

// newGeneral is an r×c matrix of zeros.
func newGeneral(r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: max(c, 1), Data: simd.Make(r * c)}
}

// smallProduct is op(a) · b.
func smallProduct(tA blas.Transpose, a, b blas64.General) blas64.General {
	rows := a.Rows
	if tA != blas.NoTrans {
		rows = a.Cols
	}
	c := newGeneral(rows, b.Cols)
	simd.Gemm(tA, blas.NoTrans, 1, a, b, 0, c)
	return c
}
