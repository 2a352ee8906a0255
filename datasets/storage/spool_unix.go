//go:build unix

package storage

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapFile maps a new file without a name that write fills. It must take all of its room
// on the disk: a disk that is full later would end the program.
func mapFile(size int, write func(*os.File) error) ([]byte, error) {
	f, err := Unnamed()
	if err != nil {
		return nil, err
	}
	defer f.Close() // the mapping holds the file
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
