package simd

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePages advises the kernel to back the whole pages in s with huge ones. It is
// advice: where it is not taken, nothing is lost.
func hugePages(s []float64) {
	page := uintptr(unix.Getpagesize())
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), 8*len(s))
	skip := -uintptr(unsafe.Pointer(&s[0])) % page
	whole := (uintptr(len(bytes)) - skip) / page * page
	_ = unix.Madvise(bytes[skip:skip+whole], unix.MADV_HUGEPAGE)
}
