package testenv

import (
	"os"
	"syscall"
)

const (
	memoryDir = "/dev/shm"
	tmpfs     = 0x01021994 // type of a file system in memory, see statfs(2)
	enough    = 1 << 30    // free bytes; containers often have 64 MiB in all
)

// usable reports whether dir lies in memory, has room, and takes files.
func usable(dir string) bool {
	var st syscall.Statfs_t
	if syscall.Statfs(dir, &st) != nil || int64(st.Type) != tmpfs || int64(st.Bavail)*int64(st.Bsize) < enough {
		return false
	}
	own, err := os.MkdirTemp(dir, "probe")
	return err == nil && os.Remove(own) == nil
}
