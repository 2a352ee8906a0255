package hierarchy

import (
	"context"
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
)

// benchmarked are networks on images of 8×8 and of 32×32.
var benchmarked = []struct {
	text string
	n    int
}{
	{"8x8:4x4+2x2:pca10:poly2:sfa9/all:sfa9", 1800},
	{"8x8:all:pca20:poly2:sfa9", 1800},
	{"32x32:4x4:pca13:0.8exp:sfa13/2x1:0.8exp:sfa20/1x2:0.8exp:sfa35/2x2:0.8exp:sfa30/all:0.8exp:sfa20", 4000},
}

func BenchmarkTrain(b *testing.B) {
	for _, c := range benchmarked {
		s := mustParse(b, c.text)
		x := walk(1, c.n, s.Inputs())
		b.Run(fmt.Sprintf("n=%d/%s", c.n, c.text), func(b *testing.B) {
			for b.Loop() {
				train(b, s, x, time(c.n))
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)*dense.Speed()/s.Cost(c.n, 0), "of-estimate")
		})
	}
}

func BenchmarkApply(b *testing.B) {
	for _, c := range benchmarked {
		s := mustParse(b, c.text)
		x := walk(1, c.n, s.Inputs())
		net := train(b, s, x, time(c.n))
		b.Run(fmt.Sprintf("n=%d/%s", c.n, c.text), func(b *testing.B) {
			b.SetBytes(8 * int64(c.n*s.Inputs()))
			for b.Loop() {
				if _, err := net.Apply(context.Background(), x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
