package chart

import (
	"math"

	"example.com/sfatui/ui/clean"
)

// grid is a Heatmap laid out on the canvas.
type grid struct {
	Heatmap
	nx, ny int
	shade  shade
	// The area is w×h cells at x0, y0. A value takes cw cells and ch lines (of half a cell in
	// colour); 0 where several values share one.
	x0, y0, w, h int
	cw, ch       int
	lines        int // height of the area: h, or 2h of half cells
	labels       int // rows below the area
}

// grid returns the grid of the map's values, not yet laid out.
func (m Heatmap) grid() *grid {
	g := &grid{Heatmap: m, ny: len(m.Values), shade: newShade(m.Values, m.Log)}
	for _, row := range m.Values {
		g.nx = max(g.nx, len(row))
	}
	if g.Number == nil {
		g.Number = formatNumber
	}
	return g
}

// at returns a value, NaN outside the map.
func (g *grid) at(column, row int) float64 {
	if row < 0 || row >= g.ny || column < 0 || column >= len(g.Values[row]) {
		return math.NaN()
	}
	return g.Values[row][column]
}

// The largest size of a cell, in columns and lines.
const (
	mostCellWidth  = 32
	mostCellHeight = 12 // lines of text
)

// arrange divides the canvas: row names to the left, column names and the scale below.
func (g *grid) arrange(c *canvas) {
	if c.w >= 16 {
		for _, name := range g.Rows {
			g.x0 = max(g.x0, width(c.glyphsOf(name))+1)
		}
		g.x0 = min(g.x0, c.w/3)
	}
	switch {
	case c.h >= 7:
		g.labels = 2
	case c.h >= 4:
		g.labels = 1
	}
	g.w, g.h = c.w-g.x0, c.h-g.labels
	g.lines = g.h
	if !g.halves() {
		g.ch = min(g.lines/g.ny, mostCellHeight)
	} else {
		g.lines = 2 * g.h
		if g.ch = min(g.lines/g.ny, 2*mostCellHeight); g.ch > 1 {
			g.ch -= g.ch % 2
		}
	}
	g.cw = min(g.w/g.nx, mostCellWidth)
}

// halves reports whether cells are drawn as half blocks of two colours.
func (g *grid) halves() bool { return !g.Shades && !g.ASCII }

// valueRange returns the range of the n values that place k of size shows. Each is the size of
// a value, 0 if several share a place. The range is empty outside.
func valueRange(k, n, each, size int) (lo, hi int) {
	if each > 0 {
		if i := k / each; i < n {
			return i, i + 1
		}
		return 0, 0
	}
	return k * n / size, max((k+1)*n/size, k*n/size+1)
}

// value returns the mean of the drawable values at a place, NaN without any.
func (g *grid) value(x, line int) float64 {
	if !g.Down {
		line = g.usedLines() - 1 - line
	}
	if line < 0 {
		return math.NaN()
	}
	c0, c1 := valueRange(x, g.nx, g.cw, g.w)
	r0, r1 := valueRange(line, g.ny, g.ch, g.lines)
	sum, n := 0.0, 0.0
	for r := r0; r < r1; r++ {
		for i := c0; i < c1; i++ {
			if v := g.at(i, r); drawable(v) {
				n++
				sum += (v - sum) / n
			}
		}
	}
	if n == 0 {
		return math.NaN()
	}
	return sum
}

// usedLines returns the number of lines with values.
func (g *grid) usedLines() int {
	if g.ch > 0 {
		return g.ch * g.ny
	}
	return g.lines
}

// line returns the text line in the middle of a row of cells.
func (g *grid) line(row int) int {
	each, used := g.ch, g.usedLines()
	at := row*each + (each-1)/2
	if !g.Down {
		at = used - 1 - row*each - each/2
	}
	if g.halves() {
		at /= 2
	}
	return g.y0 + at
}

// perLine returns the number of value lines in a text line.
func (g *grid) perLine() int {
	if g.halves() {
		return 2
	}
	return 1
}

// shadeGlyphs returns the glyphs of the shades, dark to bright.
func (g *grid) shadeGlyphs(c *canvas) []clean.Text {
	if g.Blank {
		return c.shades[1:]
	}
	return c.shades
}
