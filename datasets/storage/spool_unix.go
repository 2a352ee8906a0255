//go:build unix

package storage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapFile maps a new file without a name. Its room on the disk is taken at once:
// a disk that is full later would end the program.
func mapFile(size int) ([]byte, error) {
	f, err := Unnamed()
	if err != nil {
		return nil, err
	}
	defer f.Close() // the mapping holds the file
	if err := reserve(f, int64(size)); err != nil {
		return nil, err
	}
	return unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
}

// unmap ends a mapping.
func unmap(m mapping) {
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(m))), 8*len(m))
	if err := unix.Munmap(b); err != nil {
		panic("datasets: munmap: " + err.Error())
	}
}
