// Package hugepage makes room for many numbers, in huge pages where the system has them. All of
// linalg and the kernels rest on it, which import nothing else in common.
package hugepage

import "example.com/sfatui/datasets/storage"

// from is the number of bytes from which memory is asked for in huge pages.
const from = 256 << 10

// Make gives n zeros. Large storage lies in huge pages where the system has them:
// fewer misses of the translation cache, and fewer faults at the first touch.
func Make(n int) []float64 {
	s := make([]float64, n)
	if 8*n >= from {
		storage.AdviseHugePages(s)
	}
	return s
}
