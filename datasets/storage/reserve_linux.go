package storage

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// cachedMost is the most bytes of a file that are written before it is mapped.
const cachedMost = 4 << 30

// reserve takes room on the disk for a file of that size, and writes what the system
// holds in memory of it: to fill a mapping whose pages are not there yet takes two to eight
// times as long (BenchmarkSpooled).
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

// mostCached is how many bytes of a file that is mapped are taken to stay in memory.
func mostCached() int64 { return min(cachedMost, memory()/4) }

// allocate takes room on the disk for a file of that size, where its file system can.
func allocate(f *os.File, size int64) (taken bool, err error) {
	err = unix.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) {
		return false, nil
	}
	return err == nil, err
}

// memory is how many bytes of it the machine has; 0 where the system does not tell.
func memory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Totalram) * int64(info.Unit)
}
