package svg

import (
	"math"
	"slices"
	"testing"
)

func TestScale(t *testing.T) {
	lin := newScale([]float64{0, 10}, false, 0, 108)
	if at := lin.Place(5); math.Abs(at-54) > 1e-9 {
		t.Errorf("the middle stands at %v", at)
	}
	log := newScale([]float64{0, 1e-4, 1e-2}, true, 0, 100)
	if log.Place(0) != zeroInset || math.Abs(log.Place(1e-3)-(zeroGap+100)/2) > 1e-9 || log.Place(1e-4) <= zeroGap {
		t.Errorf("0, 1e-4, 1e-3 stand at %v, %v, %v", log.Place(0), log.Place(1e-4), log.Place(1e-3))
	}
	for _, c := range []struct {
		values []float64
		log    bool
		want   []string
	}{
		{[]float64{0, 1}, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
		{[]float64{-1, 1}, false, []string{"−1", "−0.5", "0", "0.5", "1"}},
		{[]float64{1e-12, 1}, true, []string{"1e-12", "1e-9", "1e-6", "0.001", "1"}},
		{[]float64{0, 1e-3, 1}, true, []string{"0", "0.001", "0.01", "0.1", "1"}},
		{[]float64{0.03, 0.6}, true, []string{"0.05", "0.1", "0.2", "0.5"}},
		{[]float64{3.1, 3.3}, true, []string{"3.1", "3.15", "3.2", "3.25", "3.3"}},
		{[]float64{0.75}, false, []string{"0.4", "0.6", "0.8", "1"}},
		{[]float64{5}, true, []string{"2", "5", "10"}},
		{nil, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1"}},
	} {
		var got []string
		for _, v := range ticks(newScale(c.values, c.log, 0, 100), 6) {
			got = append(got, Number(v))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: ticks are %q", c.values, got)
		}
	}
	s := newScale([]float64{1, 2, 2.01, 3}, false, 0, 100)
	if got := withoutOverlap(s, []float64{1, 2, 2.01, 3}, func(v float64) string { return label(s, v) }); !slices.Equal(got, []float64{1, 2, 3}) {
		t.Errorf("apart are %v", got)
	}
}
