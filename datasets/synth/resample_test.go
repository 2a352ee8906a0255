package synth

import (
	"math"
	"testing"
)

// A tone below the band's edge is unchanged at the other rate; one above it is
// removed.
func TestResample(t *testing.T) {
	tone := func(hertz float64, rate, n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = math.Sin(2 * math.Pi * hertz * float64(i) / float64(rate))
		}
		return x
	}
	for _, c := range []struct {
		from, to int
		hertz    float64
		passes   bool
	}{
		{16000, 11025, 440, true},
		{16000, 11025, 4000, true},
		{16000, 11025, 7000, false},
		{16000, 22050, 440, true},
		{16000, 22050, 6000, true},
		{8000, 8000, 1000, true},
	} {
		n := c.to / 10
		got := resample(tone(c.hertz, c.from, c.from/5), c.from, c.to, n)
		want := tone(c.hertz, c.to, n)
		var worst float64
		for i := 100; i < n; i++ { // the sound begins abruptly
			w := want[i]
			if !c.passes {
				w = 0
			}
			worst = max(worst, math.Abs(got[i]-w))
		}
		if worst > 0.01 {
			t.Errorf("%g Hz from %d to %d: off by %.3f", c.hertz, c.from, c.to, worst)
		}
	}
	if got := resample([]float64{1, 1}, 1, 1, 100); got[99] != 0 {
		t.Errorf("beyond its end a sound is %v", got[99])
	}
}
