package format

import (
	"math"
	"testing"
)

func TestClock(t *testing.T) {
	steady := make([]float64, 101)
	for i := range steady {
		steady[i] = float64(i) / 3
	}
	gap := append([]float64(nil), steady...)
	for i := 50; i < len(gap); i++ {
		gap[i] += 10
	}
	rounded := make([]float64, 1001) // 360 Hz, to six places
	for i := range rounded {
		rounded[i] = math.Round(float64(i)/360*1e6) / 1e6
	}
	for name, c := range map[string]struct {
		times   []float64
		lengths []int
		rate    float64
		gaps    int
	}{
		"steady":   {steady, []int{101}, 3, 0},
		"gap":      {gap, []int{101}, 3, 1},
		"segments": {gap, []int{50, 51}, 3, 0},
		"rounded":  {rounded, []int{1001}, 360, 0},
		"uneven":   {[]float64{0, 1, 3, 3.5, 7, 7.1}, []int{6}, 0, 1},
		"one":      {[]float64{5}, []int{1}, 0, 0},
		"still":    {[]float64{5, 5, 5}, []int{3}, 0, 0},
		"newest":   {[]float64{5, 4, 3}, []int{3}, 1, 0},
	} {
		k := &Clock{Column: "time", times: c.times}
		p := k.measure(c.lengths)
		if _, rate := k.describe("x.csv", p, SplitGaps); rate != c.rate || p.regular && p.gaps != c.gaps {
			t.Errorf("%s: rate %g, %+v", name, rate, p)
		}
	}
}
