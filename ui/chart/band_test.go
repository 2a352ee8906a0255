package chart_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

func bandOf(n int) chart.Band {
	b := chart.Band{XLabel: "sample", YLabel: "target", From: 1}
	for i := range n {
		y := math.Sin(float64(i) / 5)
		b.Mean, b.Half, b.Truth = append(b.Mean, y), append(b.Half, 0.4), append(b.Truth, y+0.6*math.Sin(float64(7*i)))
	}
	return b
}

func TestBandShowsPredictionBandAndTruth(t *testing.T) {
	lines := bandOf(60).Render(70, 16, nil)
	if len(lines) != 16 {
		t.Fatalf("%d lines instead of 16", len(lines))
	}
	all := string(clean.Join(lines, "\n"))
	for _, glyph := range []string{"░", "─", "●", "·", "sample", "target"} {
		if !strings.Contains(all, glyph) {
			t.Errorf("without %s:\n%s", glyph, all)
		}
	}
}

func TestBandFitsAnySize(t *testing.T) {
	odd := bandOf(30)
	odd.Mean[3], odd.Half[4], odd.Truth[5] = math.NaN(), math.Inf(1), math.NaN()
	for _, b := range []chart.Band{{}, bandOf(1), odd} {
		for w := range 40 {
			for h := range 12 {
				for _, ascii := range []bool{false, true} {
					b.ASCII = ascii
					if got := len(b.Render(w, h, nil)); got != h {
						t.Fatalf("%d lines instead of %d", got, h)
					}
				}
			}
		}
	}
}

// Without a band only the curve is drawn, even with several samples in a column.
func TestCurveWithoutABand(t *testing.T) {
	b := bandOf(500)
	b.Half = nil
	all := string(clean.Join(b.Render(70, 16, nil), "\n"))
	if strings.Contains(all, "░") || !strings.Contains(all, "●") || !strings.Contains(all, "·") {
		t.Errorf("a band, or no curve or truth:\n%s", all)
	}
}

// Few samples, separated by blank columns, have a marker each.
func TestBandMarksEachOfFewSamples(t *testing.T) {
	all := string(clean.Join(bandOf(12).Render(70, 16, nil), "\n"))
	if n := strings.Count(all, "●"); n < 8 { // true values may cover some
		t.Errorf("%d of 12 samples have a marker:\n%s", n, all)
	}
}
