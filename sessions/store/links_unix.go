//go:build unix

package store

import (
	"io/fs"
	"syscall"
)

// Links is how many names a file has, 0 where the system does not tell.
func Links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 0
}
