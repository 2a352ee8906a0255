//go:build !linux

package storage

import "os"

// reserve takes room on the disk for a file of that size.
func reserve(f *os.File, size int64) error { return fill(f, size) }

// mostCached is how many bytes of a file that is mapped are taken to stay in memory: none,
// where the system does not tell how much it has.
func mostCached() int64 { return 0 }

// allocate leaves it to writes to take room on the disk.
func allocate(*os.File, int64) (taken bool, err error) { return false, nil }
