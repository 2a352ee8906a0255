package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// Plot is a line chart. The zero Plot is valid and shows that there is
// nothing to show.
type Plot struct {
	Title          clean.Text
	XLabel, YLabel clean.Text
	// LogX and LogY make an axis logarithmic. Values that a logarithm cannot
	// take (λ = 0) get a place of their own before a break in the axis.
	LogX, LogY bool
	// Names are those of the places 0, 1, … on an x axis of words; nil for one
	// of numbers.
	Names []clean.Text
	// ASCII keeps to 7-bit characters, for terminals without UTF-8. Texts are
	// transliterated where they hold the usual Greek letters.
	ASCII bool

	Series []Series
	Lines  []Line
	Best   *Mark    // shown as ★ instead of the point that it equals
	Cursor *float64 // an x position, shown as a column with its value
}

// Series is one curve. Points need no order. A point with a Y that is not
// finite breaks the curve; one with an X that is not finite is left out. Of
// X and Y the shorter one counts. Markers that would share a cell stand side by
// side within half the way to the next column of points; a series denser than
// every second column is thinned to a marker every six columns.
type Series struct {
	Name clean.Text
	X, Y []float64
	Err  []float64 // half the length of the error bars; nil for none
	Bad  []bool    // points shown as ✗, in the colour of the series; nil for none
}

// Line is a horizontal threshold. The range of the y axis includes it; one at
// or below zero has no place on a logarithmic axis and is not drawn.
type Line struct {
	Y     float64
	Label clean.Text
	Role  Role
}

// Mark is a point to point out.
type Mark struct{ X, Y float64 }

// Render draws the chart into exactly h lines of at most w cells, without
// trailing blanks. What does not fit is left out in steps: legend, labels,
// axes; below 6×3 one line of words remains. A nil paint means no styling.
func (p Plot) Render(w, h int, paint Paint) []clean.Text {
	w, h = max(w, 0), max(h, 0)
	c := newCanvas(w, h, p.ASCII)
	d := p.prepare()
	switch {
	case w == 0 || h == 0:
	case w < 6 || h < 3:
		c.text(0, h/2, c.fit(p.summary(d), w), Text)
	default:
		p.draw(c, d)
	}
	return c.lines(paint)
}

// draw paints in the order in which later things may cover earlier ones.
func (p Plot) draw(c *canvas, d data) {
	f := p.drawFrame(c, d)
	if d.points == 0 {
		return
	}
	p.drawLines(c, f)
	p.drawCursor(c, f)
	for i := len(d.curves) - 1; i >= 0; i-- { // the first series ends on top
		d.curves[i].drawCurve(c, f)
	}
	p.drawPoints(c, f, d)
	p.labelLines(c, f)
}

// drawFrame draws all around the points, or that there are none.
func (p Plot) drawFrame(c *canvas, d data) *frame {
	f := p.arrange(c, d)
	p.drawHeader(c, f)
	f.drawAxes(c, p, d)
	p.drawLegend(c, f)
	if d.points == 0 {
		note := c.fit("no points to show yet", f.w)
		c.text(f.x0+(f.w-width(note))/2, f.y0+f.h/2, note, Faint)
	}
	return f
}

// place is what an x is called.
func (p Plot) place(x float64) clean.Text {
	if i := int(x); p.Names != nil && x == float64(i) && i >= 0 && i < len(p.Names) {
		return p.Names[i]
	}
	return number(x)
}

// summary says the most important in words, for where no chart fits.
func (p Plot) summary(d data) clean.Text {
	name := p.YLabel
	if name == "" {
		name = p.Title
	}
	if name != "" {
		name += " "
	}
	if d.points == 0 {
		return name + "no points"
	}
	if p.hasBest() {
		return name + "best " + number(p.Best.Y) + " at " + p.place(p.Best.X)
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
		return name + number(lo)
	}
	return name + number(lo) + " to " + number(hi)
}
