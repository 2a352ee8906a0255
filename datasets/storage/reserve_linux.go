package storage

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// reserve takes room on the disk for a file of that size.
func reserve(f *os.File, size int64) error {
	err := unix.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) {
		return fill(f, size)
	}
	return err
}
