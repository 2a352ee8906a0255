package jobs

import (
	"syscall"
)

// roomIn returns the free bytes in a folder, and whether it is on a disk or in
// memory.
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
