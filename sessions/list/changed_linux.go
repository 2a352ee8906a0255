package list

import (
	"io/fs"
	"syscall"
	"time"
)

// changed is when a file was changed by its file system's clock, which unlike the time of
// its contents nobody can set.
func changed(info fs.FileInfo) time.Time {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return info.ModTime()
	}
	return time.Unix(st.Ctim.Unix())
}
