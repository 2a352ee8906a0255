package dense

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
)

func BenchmarkSymv(b *testing.B) {
	for _, n := range linalgtest.Orders {
		a := Borrow(n, n)
		clear(a.Data)
		if err := CopyShifted(b.Context(), a, linalgtest.Dominant(n), 0); err != nil {
			b.Fatal(err)
		}
		x, y := make([]float64, n), make([]float64, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if err := Symv(b.Context(), a, x, y); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(4*float64(n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GB/s")
		})
	}
}
