package storage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugeFrom is the number of bytes from which memory is asked for in huge pages.
const hugeFrom = 4 << 20

// hugePages advises the kernel to back large memory with huge pages: the first
// touch of small ones takes longer than to read a file into it. It is advice:
// where it is not taken, nothing is lost.
func hugePages(x []float64) {
	b := Bytes(x)
	if len(b) < hugeFrom {
		return
	}
	page := uintptr(unix.Getpagesize())
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % page
	_ = unix.Madvise(b[skip:skip+(uintptr(len(b))-skip)/page*page], unix.MADV_HUGEPAGE)
}
