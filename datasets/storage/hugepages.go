package storage

// minHugePageBytes is the size in bytes from which huge pages are requested.
const minHugePageBytes = 256 << 10

// Make returns n zeros. Large storage lies in huge pages if the system has them, which
// saves misses of the translation cache and page faults at the first touch.
func Make(n int) []float64 {
	s := make([]float64, n)
	if 8*n >= minHugePageBytes {
		adviseHugePages(s)
	}
	return s
}
