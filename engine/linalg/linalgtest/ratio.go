package linalgtest

import (
	"math"
	"testing"
	"time"
)

// Ratio runs f and g in turn and reports the shortest time of f over that of g.
// Alternating exposes both to the same load of the machine.
func Ratio(b *testing.B, f, g func() error) {
	b.Helper()
	timed := func(f func() error, best float64) float64 {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		return min(best, time.Since(start).Seconds())
	}
	tf, tg := math.Inf(1), math.Inf(1)
	for b.Loop() {
		tf, tg = timed(f, tf), timed(g, tg)
	}
	b.ReportMetric(tf/tg, "ratio")
}
