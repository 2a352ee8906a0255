//go:build !linux

package list

import (
	"io/fs"
	"time"
)

// changed returns the modification time of a file, as systems other than Linux
// may have no better one.
func changed(info fs.FileInfo) time.Time { return info.ModTime() }
