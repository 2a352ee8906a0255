//go:build !linux

package storage

func hugePages([]float64) {}
