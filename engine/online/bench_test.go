package online

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkObserve measures one sample.
func BenchmarkObserve(b *testing.B) {
	for _, c := range []struct{ m, r, p int }{
		{20, 20, 5}, {100, 100, 5}, {250, 128, 5}, {250, 128, 32}, {500, 128, 32}, {500, 500, 5},
	} {
		b.Run(fmt.Sprintf("m=%d/r=%d/p=%d", c.m, c.r, c.p), func(b *testing.B) {
			const n = 2000
			x := autoregressive(rand.New(rand.NewPCG(1, 1)), n, c.m, 50, 1)
			o := Defaults(c.m, c.p)
			o.Whitened = c.r
			l := New(c.m, o)
			learn(b, l, x)
			i := 0
			for b.Loop() {
				if err := l.Observe(x.RawRowView(i%n), i%n == 0); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
