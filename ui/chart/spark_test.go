package chart

import (
	"math"
	"testing"
	"unicode/utf8"

	"example.com/sfatui/ui/clean"
)

func TestSpark(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tc := range []struct {
		values []float64
		w      int
		want   clean.Text
	}{
		{nil, 5, ""},
		{[]float64{1, 2}, 0, ""},
		{[]float64{1, 2}, -3, ""},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, 8, "▁▂▃▄▅▆▇█"},
		{[]float64{0, 0, 7, 7, 3, 5}, 3, "▁█▅"},
		{[]float64{2, nan, 2, inf}, 9, "▄ ▄ "},
		{[]float64{nan}, 9, " "},
		{[]float64{-1e300, 1e300}, 9, "▁█"},
	} {
		if got := Spark(tc.values, tc.w); got != tc.want {
			t.Errorf("Spark(%v, %d) = %q, want %q", tc.values, tc.w, got, tc.want)
		}
	}
}

func TestProgress(t *testing.T) {
	for _, tc := range []struct {
		fraction float64
		w        int
		want     clean.Text
	}{
		{0, 4, "    "},
		{-1, 4, "    "},
		{math.NaN(), 4, "    "},
		{0.5, 4, "██  "},
		{1, 4, "████"},
		{math.Inf(1), 4, "████"},
		{1.0 / 32, 4, "▏   "},
		{0.99, 4, "███▉"},
		{0.5, 0, ""},
	} {
		if got := Progress(tc.fraction, tc.w); got != tc.want {
			t.Errorf("Progress(%g, %d) = %q, want %q", tc.fraction, tc.w, got, tc.want)
		}
	}
	for i := range 1000 {
		if bar := Progress(float64(i)/999, 7); utf8.RuneCountInString(string(bar)) != 7 || width(bar) != 7 {
			t.Fatalf("bar %q is not 7 cells wide", bar)
		}
	}
}
