//go:build unix

package list

import (
	"io/fs"
	"os"
	"syscall"
)

// private reports whether only this user can write to a folder.
func private(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid() && info.Mode().Perm()&0o022 == 0
}

// number returns the inode number of a file; 0 if unknown.
func number(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Ino)
	}
	return 0
}
