// Package hugepage allocates large arrays of numbers, in huge pages if the system has
// them. It is the base of linalg and of the kernels, which import nothing else in
// common.
package hugepage

import "example.com/sfatui/datasets/storage"

// minHugePageBytes is the size in bytes from which huge pages are requested.
const minHugePageBytes = 256 << 10

// Make returns n zeros. Large storage lies in huge pages if the system has them, which
// saves misses of the translation cache and page faults at the first touch.
func Make(n int) []float64 {
	s := make([]float64, n)
	if 8*n >= minHugePageBytes {
		storage.AdviseHugePages(s)
	}
	return s
}
