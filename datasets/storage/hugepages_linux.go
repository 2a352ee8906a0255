package storage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size in bytes of a huge page on amd64, and a common one
// elsewhere.
const hugePage = 2 << 20

// adviseHugePages advises the kernel to back the memory of x with huge pages,
// including those shared with neighbouring memory, because x seldom fills whole
// pages. Nothing is lost if the kernel ignores the advice. It does not pay for
// small arrays: the first touch of a huge page clears all of it.
func adviseHugePages(x []float64) {
	from := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	to := (from + 8*uintptr(len(x)) + hugePage - 1) &^ (hugePage - 1)
	from &^= hugePage - 1
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_HUGEPAGE)
}
