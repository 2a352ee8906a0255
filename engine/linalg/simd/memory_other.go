//go:build !linux

package simd

func makeHuge(n int) []float64 { return make([]float64, n) }
