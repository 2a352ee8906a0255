//go:build unix

package storage

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapFile maps a new file without a name, filled by write. write must allocate
// all of its disk space: a disk that becomes full later would crash the
// program.
func mapFile(size int, write func(*os.File) error) ([]byte, error) {
	f, err := Unnamed()
	if err != nil {
		return nil, err
	}
	defer f.Close() // the mapping keeps the file open
	if err := write(f); err != nil {
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
