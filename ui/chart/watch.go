package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// Watch shows how new samples are over time against the line of an alarm: bars, █ above the
// line where the alarm is on, faults in ░, ┊ where a segment begins.
type Watch struct {
	XLabel, YLabel clean.Text
	// From is the number of the first sample.
	From       int
	Y          []float64 // of each sample
	New, Alarm []bool    // those that are not normal operation, and those with an alarm
	Borders    []int     // the samples, from 0, with which segments begin
	Line       float64
	LineLabel  clean.Text
	ASCII      bool
}

// Render draws the samples into exactly h lines of at most w cells, without trailing blanks.
// A nil paint means no styling.
func (b Watch) Render(w, h int, paint Paint) []clean.Text {
	p := Plot{XLabel: b.XLabel, YLabel: b.YLabel, ASCII: b.ASCII, Empty: "no samples to show", Lines: []Line{{b.Line, b.LineLabel, Warn}}}
	var s Series
	for i, y := range b.Y {
		s.X, s.Y = append(s.X, float64(b.From+i)), append(s.Y, y)
	}
	p.Series = []Series{s}
	return p.renderBy(func(c *canvas, d data) { b.draw(c, p, d) }, w, h, paint)
}

// watched is what one column of cells shows.
type watched struct {
	lo, hi     float64
	new, alarm bool
	any        bool
}

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
		for y := f.y0; k.new && y < f.y0+f.h; y++ {
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

// columns gather the samples by the columns of the canvas.
func (b Watch) columns(c *canvas, f *frame) []watched {
	columns := make([]watched, c.w)
	for i, y := range b.Y {
		x := f.column(float64(b.From + i))
		if x < 0 || x >= c.w {
			continue
		}
		k := &columns[x]
		k.new, k.alarm = k.new || b.New[i], k.alarm || b.Alarm[i]
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
