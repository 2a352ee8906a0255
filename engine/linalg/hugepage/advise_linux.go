package hugepage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// size is that of a huge page on amd64, and a common one elsewhere.
const size = 2 << 20

// advise advises the kernel to back the memory that s lies in with huge pages,
// those that it shares with its neighbours too: storage is seldom a whole number of
// them. It is advice: where it is not taken, nothing is lost.
func advise(s []float64) {
	from := uintptr(unsafe.Pointer(&s[0]))
	to := (from + 8*uintptr(len(s)) + size - 1) &^ (size - 1)
	from &^= size - 1
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, from, to-from, unix.MADV_HUGEPAGE)
}
