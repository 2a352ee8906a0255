package codes

import (
	"context"
	"fmt"
	"testing"
	"time"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/parallel"
)

// BenchmarkSweep measures a sweep of the squared error, and as of-products the time
// that its products alone take by BLAS, block by block, divided by that of the sweep.
// Both are the least of many in turn, as neighbours of a processor slow one and then
// the other: 0.93 for 4000 samples, 0.88 for 1200.
func BenchmarkSweep(b *testing.B) {
	for _, size := range [][3]int{{4000, 64, 20}, {1200, 64, 25}, {20000, 400, 30}} {
		n, d, k := size[0], size[1], size[2]
		b.Run(fmt.Sprintf("%dx%d/%d", n, d, k), func(b *testing.B) {
			x := linalgtest.Table(n, d, func(i, j int) float64 { return 1 + float64(i*31+j*17%23)/float64(40*n) })
			codes := linalgtest.Table(n, k, func(i, j int) float64 { return 1 + float64((i*20+j)*7%11)/11 })
			parts := linalgtest.Table(k, d, func(i, j int) float64 { return 1 + float64((i*d+j)*7%13)/13 })
			u := newUpdate(x, codes, parts, Squared)
			if err := u.pass(context.Background(), false); err != nil {
				b.Fatal(err)
			}
			whole, products := time.Hour, time.Hour
			for b.Loop() {
				start := time.Now()
				u.updateParts()
				if err := u.pass(context.Background(), true); err != nil {
					b.Fatal(err)
				}
				whole = min(whole, time.Since(start))
				start = time.Now()
				u.products()
				products = min(products, time.Since(start))
			}
			b.ReportMetric(float64(whole.Nanoseconds()), "ns/sweep")
			b.ReportMetric(products.Seconds()/whole.Seconds(), "of-products")
		})
	}
}

// products computes only the products of a sweep.
func (u *update) products() {
	u.ofPart.Mul(u.gram, u.parts)
	u.gram.Mul(u.parts, u.parts.T())
	_ = parallel.For(context.Background(), len(u.blocks), 1, func(i, _ int) {
		b := &u.blocks[i]
		b.byCode.Mul(b.x, u.parts.T())
		b.ofCode.Mul(b.codes, u.gram)
		b.terms[0].Mul(b.codes, u.parts)
		b.gram.Mul(b.codes.T(), b.codes)
		b.byPart.Mul(b.codes.T(), b.x)
	})
}
