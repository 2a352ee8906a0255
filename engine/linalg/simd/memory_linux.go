package simd

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on amd64, and a common one elsewhere.
const hugePage = 2 << 20

// hugePages advises the kernel to back the memory that s lies in with huge pages,
// those that it shares with its neighbours too: storage is seldom a whole number of
// them. It is advice: where it is not taken, nothing is lost.
func hugePages(s []float64) {
	from := uintptr(unsafe.Pointer(&s[0]))
	to := (from + 8*uintptr(len(s)) + hugePage - 1) &^ (hugePage - 1)
	from &^= hugePage - 1
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_HUGEPAGE)
}
