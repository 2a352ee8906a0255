package simd

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page, in numbers.
const hugePage = 2 << 20 / 8

// makeHuge gives n zeros that begin and end with huge pages: memory that lies across
// them anyhow has hundreds of small ones at either end. It is advice: where it is not
// taken, nothing is lost.
func makeHuge(n int) []float64 {
	whole := (n + hugePage - 1) / hugePage * hugePage
	s := make([]float64, whole+hugePage-1)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(s))) / 8 % hugePage
	s = s[skip : int(skip)+whole]
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 8*whole), unix.MADV_HUGEPAGE)
	return s[:n:n]
}
