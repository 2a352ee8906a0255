package linalg

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
)

// BenchmarkEigenOfSweep measures what a sweep solves, and what goes by way of a
// band; see -cpu for one processor.
func BenchmarkEigenOfSweep(b *testing.B) {
	for _, s := range [][2]int{{125, 125}, {250, 200}, {500, 200}, {1000, 200}, {2500, 200}} {
		n, p := s[0], s[1]
		a := linalgtest.RandomSym(linalgtest.NewRand(71), n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := EigenLowest(b.Context(), a, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkEigenvalues measures them without vectors.
func BenchmarkEigenvalues(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a := linalgtest.RandomSym(linalgtest.NewRand(72), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Eigenvalues(b.Context(), a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
