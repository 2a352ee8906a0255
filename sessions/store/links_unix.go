//go:build unix

package store

import (
	"io/fs"
	"syscall"
)

// Links returns the number of hard links to a file, 0 if unknown.
func Links(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 0
}
