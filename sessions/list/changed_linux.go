package list

import (
	"io/fs"
	"syscall"
	"time"
)

// changed returns the time of a file's last change by its file system's clock.
// Unlike the modification time, users cannot set it.
func changed(info fs.FileInfo) time.Time {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return info.ModTime()
	}
	return time.Unix(st.Ctim.Unix())
}
