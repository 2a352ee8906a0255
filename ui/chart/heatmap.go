package chart

import (
	"math"
	"unicode/utf8"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
)

// Heatmap shows values over two axes as a grid of shaded cells. The zero Heatmap is valid and
// draws a note that it is empty.
type Heatmap struct {
	XLabel, YLabel clean.Text
	// Columns and Rows are the labels of the axes; row 0 is the lowest, or the topmost with
	// Down.
	Columns, Rows []clean.Text
	Down          bool
	// Values are by row and column; values that are not finite are drawn as missing.
	Values [][]float64
	// Bad marks cells with ✗; nil for none.
	Bad [][]bool
	// AsGood marks cells with ≈; nil for none.
	AsGood [][]bool
	// Log shades by the logarithm; values ≤ 0 get the darkest shade.
	Log bool
	// Best is marked by ★, Cursor by brackets.
	Best, Cursor *Place
	// Star is the sign of Best where that is not ★.
	Star clean.Text
	// Number formats a value; nil writes three digits.
	Number func(float64) clean.Text
	// Blank draws nothing for missing values, and shades the least value visibly.
	Blank bool
	// Shades draws ` ░▒▓█` instead of colours, ASCII 7-bit characters.
	Shades, ASCII bool
	// Pixels draws the values in pixels, unless they are drawn in shades; nil for characters.
	Pixels *Pixels
}

// Place is a cell of a Heatmap.
type Place struct{ Column, Row int }

// Render draws the map into exactly h lines of at most w cells, without trailing blanks. If
// there are more values than places, each place shows the mean of its values. Cells contain
// their numbers if these fit. A nil paint means no styling.
func (m Heatmap) Render(w, h int, paint Paint) []clean.Text {
	c, g := newCanvas(w, h, m.ASCII).withStar(m.Star).in(m.Pixels), m.grid()
	return c.show(g.nx > 0 && g.ny > 0 && g.shade.hasValues, "no points to show yet", func() {
		g.arrange(c)
		g.draw(c)
	}, paint)
}

// draw draws the values, marks, names and the scale.
func (g *grid) draw(c *canvas) {
	g.drawValues(c)
	g.drawCells(c)
	g.drawNames(c)
	if g.labels > 1 {
		g.drawScale(c)
	}
}

// drawValues shades the places of the values.
func (g *grid) drawValues(c *canvas) {
	if c.pixels != nil && g.halves() {
		g.addValues(c)
		return
	}
	for y := range g.h {
		for x := range g.w {
			if g.cw > 0 && x >= g.cw*g.nx {
				break
			}
			if g.halves() {
				g.drawHalves(c, x, y)
			} else if y < g.usedLines() {
				g.drawShade(c, x, y)
			}
		}
	}
}

// drawHalves draws two values one above the other in a cell.
func (g *grid) drawHalves(c *canvas, x, y int) {
	if 2*y >= g.usedLines() {
		return
	}
	upper := shadeStep(g.shade.brightness(g.value(x, 2*y)), drawing.RampSteps)
	lower := noStep
	if 2*y+1 < g.usedLines() {
		lower = shadeStep(g.shade.brightness(g.value(x, 2*y+1)), drawing.RampSteps)
	}
	glyph, role := clean.Text("▀"), rampRole(upper, lower)
	switch {
	case upper == noStep && lower == noStep:
		g.drawMissing(c, x, y)
		return
	case upper == lower:
		glyph, role = "█", rampRole(upper, noStep)
	case upper == noStep:
		glyph, role = "▄", rampRole(lower, noStep)
	}
	c.set(g.x0+x, g.y0+y, glyph, role)
}

// drawShade draws a value as a shade.
func (g *grid) drawShade(c *canvas, x, y int) {
	shades := g.shadeGlyphs(c)
	i := shadeStep(g.shade.brightness(g.value(x, y)), len(shades))
	if i == noStep {
		g.drawMissing(c, x, y)
		return
	}
	c.set(g.x0+x, g.y0+y, shades[i], Text)
}

// drawMissing marks the middle of a cell without a value.
func (g *grid) drawMissing(c *canvas, x, y int) {
	each := max(g.ch/g.perLine(), 1)
	if !g.Blank && (g.cw == 0 || x%g.cw == (g.cw-1)/2) && (g.ch == 0 || y%each == (each-1)/2) {
		c.set(g.x0+x, g.y0+y, c.missing, Faint)
	}
}

// drawCells draws the marks of the cells, and their numbers if all fit.
func (g *grid) drawCells(c *canvas) {
	if g.cw == 0 || g.ch == 0 {
		return
	}
	widest := 0
	for _, row := range g.Values {
		for _, v := range row {
			if drawable(v) {
				widest = max(widest, width(c.glyphsOf(g.Number(v))))
			}
		}
	}
	numbers := g.cw >= widest+3 && (!g.halves() || g.ch >= 2)
	for row := range g.ny {
		for col := range g.nx {
			g.drawCell(c, col, row, numbers)
		}
	}
}

// drawCell draws the mark, the number and the cursor of a cell.
func (g *grid) drawCell(c *canvas, col, row int, numbers bool) {
	v := g.at(col, row)
	at := Place{col, row}
	cursor := g.Cursor != nil && *g.Cursor == at
	text, role := clean.Text(""), Text
	if g.halves() {
		role = rampRole(contrastStep, shadeStep(g.shade.brightness(v), drawing.RampSteps))
	}
	mark := clean.Text("")
	switch {
	case g.Best != nil && *g.Best == at:
		mark = c.best
	case row < len(g.Bad) && col < len(g.Bad[row]) && g.Bad[row][col]:
		mark = c.bad
	case row < len(g.AsGood) && col < len(g.AsGood[row]) && g.AsGood[row][col]:
		mark = c.good
	}
	if numbers && drawable(v) {
		text = c.glyphsOf(g.Number(v))
	}
	text = mark + text
	if cursor && g.cw >= 2+width(text) {
		text = "[" + text + clean.Repeat(" ", g.cw-2-width(text)) + "]"
	} else if cursor && text == "" {
		text = "+"
	}
	if cursor && !g.halves() {
		role = Accent
	}
	x := g.x0 + col*g.cw + (g.cw-width(text))/2
	g.write(c, x, g.line(row), text, role)
}

// write writes a text over a cell; blanks in it are transparent.
func (g *grid) write(c *canvas, x, y int, text clean.Text, role Role) {
	for i, r := range text {
		if r != ' ' {
			c.set(x, y, text[i:i+utf8.RuneLen(r)], role)
		}
		x++
	}
}

// drawNames draws the names of rows and columns that fit.
func (g *grid) drawNames(c *canvas) {
	if g.x0 > 1 && g.ch > 0 {
		last := -1
		for row := range min(g.ny, len(g.Rows)) {
			y := g.line(row)
			if y == last {
				continue
			}
			last = y
			name := c.fit(g.Rows[row], g.x0-1)
			c.text(g.x0-1-width(name), y, name, g.nameRole(g.Cursor != nil && g.Cursor.Row == row))
		}
	}
	if g.labels == 0 {
		return
	}
	y := c.h - g.labels
	if used := (g.usedLines() + g.perLine() - 1) / g.perLine(); g.ch > 0 {
		y = g.y0 + used
	}
	end := g.x0 - 1
	if name := c.fit(g.XLabel, g.x0-1); g.x0 > 1 {
		c.text(g.x0-1-width(name), y, name, Faint)
	}
	if g.cw == 0 {
		return
	}
	for _, col := range g.columnOrder() {
		name := c.fit(g.Columns[col], max(g.cw-1, 5))
		n := width(name)
		x := min(g.x0+col*g.cw+(g.cw-n+1)/2, c.w-n)
		if x < g.x0 || x <= end || !c.isFree(x, y, n) || x > 0 && !c.isFree(x-1, y, 1) || x+n < c.w && !c.isFree(x+n, y, 1) {
			continue
		}
		c.text(x, y, name, g.nameRole(g.Cursor != nil && g.Cursor.Column == col))
	}
}

// nameRole returns the role of a name, which differs at the cursor.
func (g *grid) nameRole(cursor bool) Role {
	if cursor {
		return Accent
	}
	return Text
}

// columnOrder returns the named columns in drawing order, that of the cursor first.
func (g *grid) columnOrder() []int {
	var order []int
	n := min(g.nx, len(g.Columns))
	if g.Cursor != nil && g.Cursor.Column >= 0 && g.Cursor.Column < n {
		order = append(order, g.Cursor.Column)
	}
	for i := range n {
		order = append(order, i)
	}
	return order
}

// drawScale draws the names of the axes and the scale of the shades.
func (g *grid) drawScale(c *canvas) {
	y := c.h - 1
	name := g.YLabel
	if g.XLabel != "" {
		name += " over " + g.XLabel
	}
	least, most := g.scaleEnds()
	lo, hi := c.glyphsOf(g.Number(least)), c.glyphsOf(g.Number(most))
	bar := min(drawing.RampSteps, c.w/4)
	name = c.fit(name, c.w-bar-width(lo)-width(hi)-4)
	c.text(0, y, name, Faint)
	x := width(name) + 2
	if x+width(lo)+width(hi)+bar+2 > c.w {
		return
	}
	c.text(x, y, lo, Text)
	x += width(lo) + 1
	for i := range bar {
		t := float64(i) / float64(max(bar-1, 1))
		if g.halves() {
			c.set(x+i, y, "█", rampRole(shadeStep(t, drawing.RampSteps), noStep))
		} else {
			c.set(x+i, y, g.shadeGlyphs(c)[shadeStep(t, len(g.shadeGlyphs(c)))], Text)
		}
	}
	c.text(x+bar+1, y, hi, Text)
}

// scaleEnds returns the values at the ends of the scale.
func (g *grid) scaleEnds() (lo, hi float64) {
	lo, hi = math.NaN(), math.NaN()
	least, most := math.Inf(1), math.Inf(1)
	for _, row := range g.Values {
		for _, v := range row {
			t := g.shade.brightness(v)
			if t < least {
				least, lo = t, v
			}
			if d := 1 - t; d < most {
				most, hi = d, v
			}
		}
	}
	return lo, hi
}

// shade maps a value to a brightness in 0 … 1.
type shade struct {
	axis
	hasValues bool
}

// newShade returns the shade that spans the drawable values.
func newShade(values [][]float64, log bool) shade {
	var in []float64
	for _, row := range values {
		for _, v := range row {
			if drawable(v) {
				in = append(in, v)
			}
		}
	}
	return shade{newAxis(in, log, 1001, 1), len(in) > 0}
}

// brightness returns the brightness of a value, NaN if it is not drawable.
func (s *shade) brightness(v float64) float64 {
	if !drawable(v) {
		return math.NaN()
	}
	return s.position(v) / 1000
}

// shadeStep returns the step of a brightness among n, noStep for NaN.
func shadeStep(t float64, n int) int {
	if math.IsNaN(t) {
		return noStep
	}
	return drawing.RampStep(t, n)
}
