package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// RawSym returns the storage of a symmetric matrix.
func RawSym(a *mat.SymDense) blas64.General {
	r := a.RawSymmetric()
	return blas64.General{Rows: r.N, Cols: r.N, Stride: r.Stride, Data: r.Data}
}

// Slice returns a view of the rows i0 … i1-1 and columns j0 … j1-1 of a.
func Slice(a blas64.General, i0, i1, j0, j1 int) blas64.General {
	if i0 >= i1 || j0 >= j1 {
		return blas64.General{Rows: i1 - i0, Cols: j1 - j0, Stride: max(a.Stride, 1)}
	}
	return blas64.General{
		Rows:   i1 - i0,
		Cols:   j1 - j0,
		Stride: a.Stride,
		Data:   a.Data[i0*a.Stride+j0 : (i1-1)*a.Stride+j1],
	}
}

// UpperTriangle returns the upper triangle of a.
func UpperTriangle(a blas64.General) blas64.Triangular {
	return blas64.Triangular{N: a.Rows, Stride: a.Stride, Data: a.Data, Uplo: blas.Upper, Diag: blas.NonUnit}
}

// DiagonalBlock returns the rows and columns lo … hi-1 of t.
func DiagonalBlock(t blas64.Triangular, lo, hi int) blas64.Triangular {
	t.N, t.Data = hi-lo, t.Data[lo*(t.Stride+1):]
	return t
}
