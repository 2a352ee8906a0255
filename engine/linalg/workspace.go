package linalg

import (
	"math/bits"
	"sync"

	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
)

// spaces keep storage for matrices that live as long as one call, each those of
// 2ⁱ numbers: fresh memory costs more than the work on it in a small problem.
var spaces [bits.UintSize]sync.Pool

// takeSpace gives n numbers of any values.
func takeSpace(n int) []float64 {
	class := bits.Len(uint(max(n, 1) - 1))
	if s, ok := spaces[class].Get().(*[]float64); ok {
		return (*s)[:n]
	}
	return simd.Make(1 << class)[:n]
}

// giveSpace takes back what takeSpace gave.
func giveSpace(s []float64) {
	s = s[:cap(s)]
	spaces[bits.Len(uint(len(s)))-1].Put(&s)
}

// borrow is an r×c matrix, to be given back. What it holds is anything.
func borrow(r, c int) blas64.General {
	s := stride(c)
	return blas64.General{Rows: r, Cols: c, Stride: s, Data: takeSpace(r * s)}
}

// giveBack ends the use of a borrowed matrix.
func giveBack(a blas64.General) { giveSpace(a.Data) }
