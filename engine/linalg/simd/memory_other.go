//go:build !linux

package simd

func hugePages([]float64) {}
