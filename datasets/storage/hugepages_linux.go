package storage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on amd64, and a common one elsewhere, in bytes.
const hugePage = 2 << 20

// AdviseHugePages advises the kernel to back the memory of x with huge pages, those that it
// shares with its neighbours too, as storage is seldom a whole number of them. Where the advice
// is not taken nothing is lost. Small memory is not worth the call: the first touch of a huge
// page clears all of it.
func AdviseHugePages(x []float64) {
	from := uintptr(unsafe.Pointer(unsafe.SliceData(x)))
	to := (from + 8*uintptr(len(x)) + hugePage - 1) &^ (hugePage - 1)
	from &^= hugePage - 1
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_HUGEPAGE)
}
