//go:build !linux

package storage

// AdviseHugePages does nothing: only Linux takes such advice.
func AdviseHugePages([]float64) {}
