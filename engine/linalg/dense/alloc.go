package dense

import (
	"example.com/sfatui/datasets/storage"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// New returns an r×c matrix of zeros. Large storage lies in huge pages, because a
// matrix that is touched once costs a page fault for every page. Rows of at least a
// cache line begin at a cache line: see [stride]. It panics as [mat.NewDense] does.
func New(r, c int) *mat.Dense { return NewIn(storage.Make(Size(r, c)), r, c) }

// NewIn returns an r×c matrix in the caller's storage, laid out as by [New]. The first
// [Size] values keep their contents.
func NewIn(storage []float64, r, c int) *mat.Dense {
	if r <= 0 || c < lineNumbers {
		return mat.NewDense(r, c, storage[:Size(r, c)])
	}
	m := new(mat.Dense)
	m.SetRawMatrix(blas64.General{Rows: r, Cols: c, Stride: stride(c), Data: storage[:Size(r, c)]})
	return m
}

// Size returns the number of values of an r×c matrix of [New], including the padding of
// rows to cache lines.
func Size(r, c int) int {
	if r <= 0 || c < lineNumbers {
		return max(0, r*c)
	}
	return r * stride(c)
}

// NewSym returns an n×n symmetric matrix of zeros, stored as by [New].
func NewSym(n int) *mat.SymDense {
	if n < lineNumbers {
		return mat.NewSymDense(n, storage.Make(max(0, n*n)))
	}
	s := new(mat.SymDense)
	s.SetRawSymmetric(blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: stride(n), Data: storage.Make(Size(n, n))})
	return s
}

// lineNumbers is the number of values in a cache line.
const lineNumbers = 8

// stride returns the distance of rows of c values in large matrices: an odd number of
// cache lines. A vector that lies in two cache lines takes twice as long to store, and
// rows a power of two apart would map to few cache sets.
func stride(c int) int { return ((c+lineNumbers-1)/lineNumbers | 1) * lineNumbers }

// Zeros returns an r×c matrix of zeros.
func Zeros(r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: max(c, 1), Data: storage.Make(r * c)}
}
