package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// Spark draws values as a row of at most w bars ▁…█ between the least and the greatest.
// Neighbours are averaged if there are more than w values. Values that are not finite are
// blanks.
func Spark(values []float64, w int) clean.Text {
	n := min(len(values), w)
	if n <= 0 {
		return ""
	}
	means := make([]float64, n)
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range means {
		sum, count := 0.0, 0.0
		for _, v := range values[i*len(values)/n : (i+1)*len(values)/n] {
			if drawable(v) {
				count++
				sum += (v - sum) / count // a running mean cannot overflow
			}
		}
		if count == 0 {
			means[i] = math.NaN()
			continue
		}
		means[i] = sum
		lo, hi = min(lo, sum), max(hi, sum)
	}
	var b clean.Builder
	for _, v := range means {
		switch {
		case math.IsNaN(v):
			b.Add(" ")
		case lo == hi:
			b.Add("▄")
		default:
			b.Add(glyph(string('▁' + rune(math.Round(7*((v-lo)/(hi-lo)))))))
		}
	}
	return b.Text()
}

// Progress draws a bar of w cells that is filled to a fraction in 0 … 1, in steps of an eighth
// of a cell; NaN counts as 0.
func Progress(fraction float64, w int) clean.Text {
	if w <= 0 {
		return ""
	}
	if !(fraction > 0) {
		fraction = 0
	}
	eighths := int(min(fraction, 1) * float64(8*w))
	bar := clean.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += glyph(string('█' + rune(8-rest)))
	}
	return bar + clean.Repeat(" ", w-(eighths+7)/8)
}
