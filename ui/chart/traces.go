package chart

import (
	"math"
	"slices"

	"example.com/sfatui/ui/clean"
)

// Traces shows signals over a common time one below the other, in braille, each on its own
// scale.
type Traces struct {
	Rows []Trace
	// Borders are the samples at which segments begin.
	Borders []int
	// Segments names the segments that begin at sample 0 and at the borders; nil for none.
	Segments []clean.Text
	// Class is the class of each sample as an index into Names, −1 for none; nil for no strip
	// of classes.
	Class []int
	Names []clean.Text
	// Unit is the name of the time axis, From the time of sample 0 and Step the time from one
	// sample to the next; there is no axis if Step is 0.
	Unit       clean.Text
	From, Step float64
	ASCII      bool
	// Pixels draws the signals in pixels; nil for characters.
	Pixels *Pixels
}

// Trace is one signal. Values that are not finite are gaps.
type Trace struct {
	Name clean.Text
	Y    []float64
	Role Role
}

// Render draws the traces into exactly h lines of at most w cells, without trailing blanks.
// Traces beyond h are left out. A nil paint means no styling.
func (t Traces) Render(w, h int, paint Paint) []clean.Text {
	c := newCanvas(w, h, t.ASCII).in(t.Pixels)
	n := 0
	for _, row := range t.Rows {
		n = max(n, len(row.Y))
	}
	return c.show(n > 0, "no samples to show", func() { t.draw(c, n) }, paint)
}

// draw draws the traces, their names and the segment borders.
func (t Traces) draw(c *canvas, n int) {
	foot := t.foot(c.h)
	rows := t.Rows[:min(len(t.Rows), c.h-len(foot))]
	each := (c.h - len(foot)) / len(rows)
	gutter := 0
	if c.w >= 24 {
		for _, row := range rows {
			gutter = max(gutter, width(c.glyphsOf(row.Name))+1)
		}
		if len(foot) > 0 {
			gutter = max(gutter, width(segmentLabel)+1, width(c.glyphsOf(t.Unit))+1)
		}
		gutter = min(gutter, c.w/3)
	}
	plot := c.w - gutter
	for i, row := range rows {
		lo, hi := valueExtent(row.Y)
		if c.pixels != nil {
			c.addStrokes(gutter, i*each, plot, each, c.pixels.traceStrokes(row.Y, n, plot, each, lo, hi, row.Role))
		} else {
			d := newDots(plot, each)
			d.drawTrace(row.Y, n, lo, hi)
			d.draw(c, gutter, i*each, row.Role)
		}
		if gutter > 0 {
			c.text(0, i*each+(each-1)/2, c.fit(row.Name, gutter-1), Text)
		}
	}
	for _, x := range t.columns(n, plot) {
		for y := range len(rows) * each {
			if c.isFree(gutter+x, y, 1) {
				c.set(gutter+x, y, c.cursor, Faint)
			}
		}
	}
	for i, draw := range foot {
		draw(c, gutter, len(rows)*each+i, n)
	}
}

// columns returns the columns of the segment borders, or nil if these would fill more than a
// third of the width.
func (t Traces) columns(n, w int) []int {
	var out []int
	for _, b := range t.Borders {
		if b <= 0 || b >= n {
			continue
		}
		if x := b * w / n; len(out) == 0 || x > out[len(out)-1] {
			out = append(out, x)
		}
	}
	if len(out) > w/3 {
		return nil
	}
	return slices.Compact(out)
}

// valueExtent returns the least and the greatest drawable value, widened if they are equal.
func valueExtent(values []float64) (lo, hi float64) {
	var in []float64
	for _, v := range values {
		if drawable(v) {
			in = append(in, v)
		}
	}
	a := newAxis(in, false, 2, 1)
	return a.Lo, a.Hi
}

// drawTrace draws a signal of n samples over the whole width. Samples that share a column of
// dots are drawn as a line from the least to the greatest.
func (d *dots) drawTrace(values []float64, n int, lo, hi float64) {
	width, height := 2*d.w, 4*d.h
	place := func(v float64) int {
		p := min(max((v-lo)/(hi-lo), 0), 1)
		return height - 1 - int(math.Floor(p*float64(height-1)+0.5))
	}
	lastX, lastY, open := 0, 0, false
	for i := 0; i < len(values); {
		x := dotColumn(i, n, width)
		top, bottom, end, any := height, -1, 0, false
		for ; i < len(values) && dotColumn(i, n, width) == x; i++ {
			if v := values[i]; drawable(v) {
				end, any = place(v), true
				top, bottom = min(top, end), max(bottom, end)
			}
		}
		if !any {
			open = false
			continue
		}
		d.line(x, top, x, bottom)
		if open {
			d.line(lastX, lastY, x, min(max(lastY, top), bottom))
		}
		lastX, lastY, open = x, end, true
	}
}

// dotColumn returns the column of dots of sample i of n.
func dotColumn(i, n, width int) int {
	if n <= 1 {
		return 0
	}
	if n <= width {
		return i * (width - 1) / (n - 1)
	}
	return i * width / n
}
