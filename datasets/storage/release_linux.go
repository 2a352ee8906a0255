package storage

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// release returns the pages of numbers that nobody reads any more to the system,
// and with them their values. Their array stays what it is to the garbage collector,
// which returns pages in the same way.
func release(x []float64) {
	b, page := Bytes(x), uintptr(os.Getpagesize())
	first := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) & (page - 1)
	if n := uintptr(len(b)); n >= first+page {
		unix.Madvise(b[first:first+(n-first)&^(page-1)], unix.MADV_DONTNEED) // to fail is to keep them for longer
	}
}
