package dense

import (
	"example.com/sfatui/engine/linalg/hugepage"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// New is an r×c matrix of zeros. Large storage lies in huge pages: a
// matrix that is touched once costs a fault for every page of it. Rows of a cache line
// or more begin at one: see [stride]. It panics as
// [mat.NewDense] does.
func New(r, c int) *mat.Dense { return NewIn(hugepage.Make(Size(r, c)), r, c) }

// NewIn is [New] in storage of the caller, whose first [Size] numbers it takes as they are.
func NewIn(storage []float64, r, c int) *mat.Dense {
	if r <= 0 || c < lineNumbers {
		return mat.NewDense(r, c, storage[:Size(r, c)])
	}
	m := new(mat.Dense)
	m.SetRawMatrix(blas64.General{Rows: r, Cols: c, Stride: stride(c), Data: storage[:Size(r, c)]})
	return m
}

// Size is how many numbers an r×c matrix of [New] takes: whole lines of the cache, where its
// rows begin at one.
func Size(r, c int) int {
	if r <= 0 || c < lineNumbers {
		return max(0, r*c)
	}
	return r * stride(c)
}

// NewSym is an n×n symmetric matrix of zeros, stored as [New] stores.
func NewSym(n int) *mat.SymDense {
	if n < lineNumbers {
		return mat.NewSymDense(n, hugepage.Make(max(0, n*n)))
	}
	s := new(mat.SymDense)
	s.SetRawSymmetric(blas64.Symmetric{Uplo: blas.Upper, N: n, Stride: stride(n), Data: hugepage.Make(Size(n, n))})
	return s
}

// lineNumbers are the numbers in a line of the cache.
const lineNumbers = 8

// stride is from one row of c numbers to the next in large matrices: an odd number
// of lines of the cache. A vector that lies in two lines takes twice as long to
// store, and rows a power of two apart would share few places in the cache.
func stride(c int) int { return ((c+lineNumbers-1)/lineNumbers | 1) * lineNumbers }

// Zeros is an r×c matrix of zeros.
func Zeros(r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: max(c, 1), Data: hugepage.Make(r * c)}
}
