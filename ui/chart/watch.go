package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// Watch shows a monitored value over time against the alarm limit: bars, █ above the limit
// during an alarm, faults in ░, ┊ where a segment begins.
type Watch struct {
	XLabel, YLabel clean.Text
	// From is the number of the first sample.
	From       int
	Y          []float64 // of each sample
	New, Alarm []bool    // samples outside normal operation, and samples with an alarm
	Borders    []int     // samples, from 0, at which segments begin
	Line       float64
	LineLabel  clean.Text
	ASCII      bool
}

// Render draws the samples into exactly h lines of at most w cells, without trailing blanks. A
// nil paint means no styling.
func (b Watch) Render(w, h int, paint Paint) []clean.Text {
	p := Plot{XLabel: b.XLabel, YLabel: b.YLabel, ASCII: b.ASCII, Empty: "no samples to show", Lines: []Line{{b.Line, b.LineLabel, Warn}}}
	var s Series
	for i, y := range b.Y {
		s.X, s.Y = append(s.X, float64(b.From+i)), append(s.Y, y)
	}
	p.Series = []Series{s}
	return p.renderWith(func(c *canvas, d data) { b.draw(c, p, d) }, w, h, paint)
}

// watchColumn is the range and the state of the samples in one column of cells.
type watchColumn struct {
	lo, hi       float64
	fault, alarm bool
	any          bool
}

// draw draws segment borders, faults, the limit and the bars, in this order.
func (b Watch) draw(c *canvas, p Plot, d data) {
	f := p.drawFrame(c, d)
	if d.points == 0 {
		return
	}
	columns := b.columns(c, f)
	for _, i := range b.Borders {
		for y := range f.h {
			c.set(f.column(float64(b.From+i)), f.y0+y, c.cursor, Faint)
		}
	}
	for x, k := range columns {
		for y := f.y0; k.fault && y < f.y0+f.h; y++ {
			c.set(x, y, c.band, Faint)
		}
	}
	p.drawLines(c, f)
	for x, k := range columns {
		if !k.any {
			continue
		}
		role, mark := SeriesRole(0), c.bar
		if k.alarm {
			role = Bad
		}
		if f.line(k.hi) == f.line(k.lo) {
			mark = c.horizontal
		}
		for y := f.line(k.hi); y <= f.line(k.lo); y++ {
			if k.alarm && y <= f.line(b.Line) {
				c.set(x, y, c.solid, role)
			} else {
				c.set(x, y, mark, role)
			}
		}
	}
	p.labelLines(c, f)
}

// columns groups the samples by columns of the canvas.
func (b Watch) columns(c *canvas, f *frame) []watchColumn {
	columns := make([]watchColumn, c.w)
	for i, y := range b.Y {
		x := f.column(float64(b.From + i))
		if x < 0 || x >= c.w {
			continue
		}
		k := &columns[x]
		k.fault, k.alarm = k.fault || b.New[i], k.alarm || b.Alarm[i]
		if !drawable(y) {
			continue
		}
		if !k.any {
			k.lo, k.hi, k.any = math.Inf(1), math.Inf(-1), true
		}
		k.lo, k.hi = min(k.lo, y), max(k.hi, y)
	}
	return columns
}
