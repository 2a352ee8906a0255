package storage

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// cachedMost is the maximum number of bytes of a file that are written before
// it is mapped.
const cachedMost = 4 << 30

// reserve allocates disk space for a file of the given size, and writes the
// part of it that the page cache can hold. Filling an unwritten mapping takes
// two to eight times as long (BenchmarkSpooled).
func reserve(f *os.File, size int64) error {
	taken, err := allocate(f, size)
	if err != nil {
		return err
	}
	if taken {
		size = min(size, mostCached())
	}
	return fill(f, size)
}

// mostCached returns the number of bytes of a mapped file that are assumed to
// stay in the page cache.
func mostCached() int64 { return min(cachedMost, memory()/4) }

// allocate allocates disk space for a file of the given size. taken is false if
// its file system cannot.
func allocate(f *os.File, size int64) (taken bool, err error) {
	err = unix.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) {
		return false, nil
	}
	return err == nil, err
}

// memory returns the machine's memory in bytes; 0 if unknown.
func memory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
