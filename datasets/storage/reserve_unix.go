//go:build unix && !linux

package storage

import "os"

// reserve takes room on the disk for a file of that size.
func reserve(f *os.File, size int64) error { return fill(f, size) }
