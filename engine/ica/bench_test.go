package ica

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkStep measures one step of the search.
func BenchmarkStep(b *testing.B) {
	for _, p := range []int{4, 32, 128} {
		const n = 20000
		x, _, err := whiten(context.Background(), laplace(1, n, p))
		if err != nil {
			b.Fatal(err)
		}
		r, f := orthogonal(2, p), newFixedPoint(x)
		b.Run(fmt.Sprintf("n=%d/p=%d", n, p), func(b *testing.B) {
			for b.Loop() {
				if _, err := f.step(context.Background(), r, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLeaveSaddle(b *testing.B) {
	const n, p = 20000, 32
	x := laplace(1, n, p)
	for b.Loop() {
		if _, err := leaveSaddle(context.Background(), x, orthogonal(2, p)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRotate(b *testing.B) {
	for _, p := range []int{4, 32} {
		const n = 20000
		x := mul(laplace(1, n, p), orthogonal(2, p))
		b.Run(fmt.Sprintf("n=%d/p=%d", n, p), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Rotate(context.Background(), x, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
