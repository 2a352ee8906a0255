package chart

import (
	"cmp"
	"math"

	"example.com/sfatui/ui/clean"
)

// Render draws the chart into exactly h lines of at most w cells, without trailing blanks. With
// decreasing size the legend, the labels and the axes are dropped; below 6×3 cells it is one
// line of text. A nil paint means no styling.
func (p Plot) Render(w, h int, paint Paint) []clean.Text {
	return p.renderWith(p.draw, w, h, paint)
}

// renderWith renders a chart that draw draws on the plot's axes, or the summary if there is no
// room.
func (p Plot) renderWith(draw func(*canvas, data), w, h int, paint Paint) []clean.Text {
	c := newCanvas(w, h, p.ASCII).withStar(p.Star).in(p.Pixels)
	d := p.collectData()
	switch {
	case c.w == 0 || c.h == 0:
	case w < 6 || h < 3:
		c.text(0, h/2, c.fit(p.summary(d), w), Text)
	default:
		draw(c, d)
	}
	return c.lines(paint)
}

// draw draws the layers of the chart, from the lowest to the topmost.
func (p Plot) draw(c *canvas, d data) {
	f := p.drawFrame(c, d)
	if d.points == 0 {
		return
	}
	p.drawLines(c, f)
	p.drawCursor(c, f)
	band := d.drawBand(c, f)
	if c.pixels != nil {
		d.addCurves(c, f, band)
	} else {
		p.drawStrokes(c, f, d, band)
	}
	p.drawPoints(c, f, d)
	p.labelLines(c, f)
}

// drawStrokes draws the curves in characters, with band without those of the context.
func (p Plot) drawStrokes(c *canvas, f *frame, d data, band bool) {
	braille := p.drawsBraille(d, f)
	for _, context := range []bool{true, false} {
		for i := len(d.curves) - 1; i >= 0; i-- { // the first series is topmost
			if cv := d.curves[i]; cv.context == context && !cv.duplicate && !(band && context) {
				if braille && !context {
					cv.drawBraille(c, f)
				} else {
					cv.drawCurve(c, f)
				}
			}
		}
	}
}

// drawFrame lays out the plot and draws everything around the points, or the note that there
// are none.
func (p Plot) drawFrame(c *canvas, d data) *frame {
	f := p.arrange(c, d)
	p.mergeDuplicates(c, f, d)
	p.drawHeader(c, f)
	f.drawAxes(c, p, d)
	p.drawLegend(c, f)
	if d.points == 0 {
		note := c.fit(cmp.Or(p.Empty, "no points to show yet"), f.w)
		c.text(f.x0+(f.w-width(note))/2, f.y0+f.h/2, note, Faint)
	}
	return f
}

// drawHeader draws the y label above the axis, with the x label if that has no other place, and
// the title to the right.
func (p Plot) drawHeader(c *canvas, f *frame) {
	if f.y0 == 0 {
		return
	}
	name := p.YLabel
	if f.xInHeader && p.XLabel != "" {
		name += " over " + p.XLabel
	}
	name = c.fit(name, c.w)
	c.text(0, 0, name, Text)
	used := width(name)
	if used > 0 {
		used += 2
	}
	if c.w-used < 4 {
		return
	}
	title := c.fit(p.Title, c.w-used)
	c.text(c.w-width(title), 0, title, Text)
}

// drawLegend draws the legend in the last rows of the canvas.
func (p Plot) drawLegend(c *canvas, f *frame) {
	for i, row := range f.legend {
		y := c.h - len(f.legend) + i
		for _, e := range row {
			at := e.col
			if e.marker != "" {
				c.set(e.col, y, e.marker, e.role)
				at += 2
			}
			c.text(at, y, e.name, e.text)
		}
	}
}

// summary returns the best value or the range as text, for canvases without room for a chart.
func (p Plot) summary(d data) clean.Text {
	name := cmp.Or(p.YLabel, p.Title)
	if name != "" {
		name += " "
	}
	if d.points == 0 {
		return name + "no points"
	}
	if p.hasBest() {
		return name + "best " + formatNumber(p.Best.Y) + " at " + p.Place(p.Best.X)
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, cv := range d.curves {
		for _, pt := range cv.points {
			if drawable(pt.y) {
				lo, hi = min(lo, pt.y), max(hi, pt.y)
			}
		}
	}
	if lo == hi {
		return name + formatNumber(lo)
	}
	return name + formatNumber(lo) + " to " + formatNumber(hi)
}
