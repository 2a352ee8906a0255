//go:build !linux

package datasets

func hugePages([]float64) {}
