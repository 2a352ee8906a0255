package dense

import (
	"math/bits"
	"sync"

	"example.com/sfatui/engine/linalg/hugepage"
	"gonum.org/v1/gonum/blas/blas64"
)

// pools[i] holds storage of 2ⁱ numbers for matrices that live as long as one call: in a
// small problem fresh memory costs more than the work on it.
var pools [bits.UintSize]sync.Pool

// BorrowVector lends n numbers of arbitrary values, until [ReleaseVector].
func BorrowVector(n int) []float64 {
	class := bits.Len(uint(max(n, 1) - 1))
	if s, ok := pools[class].Get().(*[]float64); ok {
		return (*s)[:n]
	}
	return hugepage.Make(1 << class)[:n]
}

// ReleaseVector returns what [BorrowVector] lent.
func ReleaseVector(s []float64) {
	s = s[:cap(s)]
	pools[bits.Len(uint(len(s)))-1].Put(&s)
}

// Borrow lends an r×c matrix of arbitrary values, until [Release].
func Borrow(r, c int) blas64.General {
	s := stride(c)
	return blas64.General{Rows: r, Cols: c, Stride: s, Data: BorrowVector(r * s)}
}

// Release ends the use of a borrowed matrix.
func Release(a blas64.General) { ReleaseVector(a.Data) }
