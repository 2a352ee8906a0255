package dense

import (
	"sync"

	"example.com/sfatui/datasets/storage"
	"gonum.org/v1/gonum/blas/blas64"
)

// pools[i] holds storage of class i for matrices that live as long as one call: in a
// small problem fresh memory costs more than the computation.
var pools [storage.Classes]sync.Pool

// BorrowVector returns n values of arbitrary content, to be returned with
// [ReleaseVector].
func BorrowVector(n int) []float64 {
	class, size := storage.Class(n)
	if s, ok := pools[class].Get().(*[]float64); ok {
		return (*s)[:n]
	}
	return storage.Make(size)[:n]
}

// ReleaseVector returns storage of [BorrowVector] to its pool.
func ReleaseVector(s []float64) {
	s = s[:cap(s)]
	class, _ := storage.Class(len(s))
	pools[class].Put(&s)
}

// Borrow returns an r×c matrix of arbitrary content, to be returned with [Release].
func Borrow(r, c int) blas64.General {
	s := stride(c)
	return blas64.General{Rows: r, Cols: c, Stride: s, Data: BorrowVector(r * s)}
}

// Release returns a matrix of [Borrow] to its pool.
func Release(a blas64.General) { ReleaseVector(a.Data) }
