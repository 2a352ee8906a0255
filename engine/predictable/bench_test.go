package predictable

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
)

func BenchmarkPFA(b *testing.B) {
	for _, r := range []int{32, 128} {
		z := whiten(b, normal(rand.New(rand.NewPCG(1, 0)), 20000, r))
		b.Run(fmt.Sprintf("n=20000/r=%d/order=3/iterations=2", r), func(b *testing.B) {
			for b.Loop() {
				if _, err := PFA(context.Background(), z, []int{20000}, 3, 2, 8); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSpectrum(b *testing.B) {
	for _, r := range []int{32, 128} {
		z := whiten(b, normal(rand.New(rand.NewPCG(1, 0)), 20000, r))
		all, _ := stretches([]int{20000}, 256)
		b.Run(fmt.Sprintf("n=20000/r=%d", r), func(b *testing.B) {
			for b.Loop() {
				if _, err := newSpectrum(context.Background(), z, all, 256); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkForeCA searches white noise, the slowest case: there is no clear
// maximum.
func BenchmarkForeCA(b *testing.B) {
	for _, r := range []int{10, 32, 128} {
		z := whiten(b, normal(rand.New(rand.NewPCG(1, 0)), 20000, r))
		b.Run(fmt.Sprintf("n=20000/r=%d/count=2", r), func(b *testing.B) {
			for b.Loop() {
				if _, err := ForeCA(context.Background(), z, []int{20000}, 256, 2, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
