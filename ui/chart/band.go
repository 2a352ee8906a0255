package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// Band shows a predicted curve with its confidence band and the true values: ─●─ in ░, and ·.
// Without Half there is no band.
type Band struct {
	XLabel, YLabel clean.Text
	// From is the number of the first sample.
	From       int
	Mean, Half []float64 // of each sample
	Truth      []float64
	ASCII      bool
}

// Render draws the band into exactly h lines of at most w cells, without trailing blanks. A nil
// paint means no styling.
func (b Band) Render(w, h int, paint Paint) []clean.Text {
	p := b.plot()
	return p.renderWith(func(c *canvas, d data) { b.draw(c, p, d) }, w, h, paint)
}

// plot returns a plot whose axes contain the band and the true values.
func (b Band) plot() Plot {
	p := Plot{XLabel: b.XLabel, YLabel: b.YLabel, ASCII: b.ASCII, Empty: "no samples to show"}
	var s Series
	for i, m := range b.Mean {
		for _, y := range []float64{m - b.half(i), m + b.half(i), b.Truth[i]} {
			s.X, s.Y = append(s.X, float64(b.From+i)), append(s.Y, y)
		}
	}
	p.Series = []Series{s}
	return p
}

// half returns half the height of the band at sample i.
func (b Band) half(i int) float64 {
	if b.Half == nil {
		return 0
	}
	return b.Half[i]
}

// markerColumns is the distance between two markers of the curve, in columns.
const markerColumns = 6

// draw draws the band, the mean curve and the true values, in this order.
func (b Band) draw(c *canvas, p Plot, d data) {
	f := p.drawFrame(c, d)
	if d.points == 0 {
		return
	}
	type column struct{ lo, hi, sum, n float64 }
	columns := make([]column, c.w)
	for i := range columns {
		columns[i].lo, columns[i].hi = math.Inf(1), math.Inf(-1)
	}
	for i, m := range b.Mean {
		if !drawable(m) || !drawable(b.half(i)) {
			continue
		}
		k := &columns[f.column(float64(b.From+i))]
		k.lo, k.hi = min(k.lo, m-b.half(i)), max(k.hi, m+b.half(i))
		k.sum, k.n = k.sum+m, k.n+1
	}
	joined := 2*len(b.Mean) > f.w // otherwise each sample has its own marker
	for x, k := range columns {
		if k.n == 0 {
			continue
		}
		for y := f.line(k.hi); b.Half != nil && y <= f.line(k.lo); y++ {
			c.set(x, y, c.band, Faint)
		}
		mark := c.horizontal
		if !joined || x%markerColumns == 0 {
			mark = c.marker(0)
		}
		c.set(x, f.line(k.sum/k.n), mark, SeriesRole(0))
	}
	for i, y := range b.Truth {
		if drawable(y) {
			c.set(f.column(float64(b.From+i)), f.line(y), c.dot, Text)
		}
	}
}
