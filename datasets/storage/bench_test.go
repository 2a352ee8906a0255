package storage

import "testing"

// Numbers are written into a mapped file of 256 MiB, as data is that is larger than memory.
// With its pages written before it is mapped, that takes half the time, and to read another
// file into it an eighth.
func BenchmarkSpooled(b *testing.B) {
	b.Setenv("TMPDIR", b.TempDir())
	s := Store{Budget: 1}
	const n = 32 << 20
	b.SetBytes(8 * n)
	for b.Loop() {
		x, err := s.Floats(n)
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; i < n; i += 8 {
			x[i] = 1
		}
		s.Drop(x)
	}
}
