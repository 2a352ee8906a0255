//go:build !linux

package storage

// AdviseHugePages does nothing on systems other than Linux.
func AdviseHugePages([]float64) {}
