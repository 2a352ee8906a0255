package jobs

import (
	"os"
	"syscall"
)

// namesOf is how many names a file has, false where the system does not tell.
func namesOf(f *os.File) (int, bool) {
	info, err := f.Stat()
	if err != nil {
		return 0, false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(st.Nlink), true
}

// roomIn is how many bytes are free in a folder, and what it is on.
func roomIn(dir string) (free int64, on string) {
	const tmpfs = 0x01021994 // statfs(2)
	var st syscall.Statfs_t
	if syscall.Statfs(dir, &st) != nil {
		return 0, "unknown"
	}
	on = "a disk"
	if int64(st.Type) == tmpfs {
		on = "memory"
	}
	return int64(st.Bavail) * int64(st.Bsize), on
}
