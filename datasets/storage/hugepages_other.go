//go:build !linux

package storage

// adviseHugePages does nothing on systems other than Linux.
func adviseHugePages([]float64) {}
