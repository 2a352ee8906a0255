package storage

import (
	"testing"

	"gonum.org/v1/gonum/floats"
)

// Numbers are written into a mapped file of 256 MiB, like data larger than
// memory. If its pages are written before it is mapped, that takes half the
// time, and to read another file into it an eighth.
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

// The same numbers, written to the file before it is mapped, and then read.
func BenchmarkFilled(b *testing.B) {
	b.Setenv("TMPDIR", b.TempDir())
	s := Store{Budget: 1}
	const n = 32 << 20
	b.SetBytes(8 * n)
	for b.Loop() {
		x, err := s.Filled(n, func(block []float64) error {
			for i := 0; i < len(block); i += 8 {
				block[i] = 1
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		if sum := floats.Sum(x); sum != n/8 {
			b.Fatal(sum)
		}
		s.Drop(x)
	}
}
