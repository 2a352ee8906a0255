package chart

import (
	"encoding/binary"
	"hash/fnv"
	"image"
	"image/color"
	"math"

	"github.com/charmbracelet/x/ansi/kitty"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/export/raster"
	"example.com/sfatui/ui/clean"
)

// Pixels draws curves and maps in pixels, on a terminal that shows an image in the place of
// characters. Marks, numbers, axes and labels remain characters, at the same places.
type Pixels struct {
	// Cell is the size of a cell in pixels.
	Cell image.Point
	// Colour returns the colour of a role.
	Colour func(Role) color.NRGBA
	// Show returns the number, from 1 to 1<<24 − 1, of an image with a key. If it keeps none, it
	// takes one of the size that draw draws.
	Show func(key uint64, size image.Point, draw func(*image.RGBA)) int
}

// In returns a picture that is drawn in pixels, the same one if there are none or its kind is
// drawn in characters only.
func In(p Picture, in *Pixels) Picture {
	switch p := p.(type) {
	case Plot:
		p.Pixels = in
		return p
	case Heatmap:
		p.Pixels = in
		return p
	case Traces:
		p.Pixels = in
		return p
	case Mosaic:
		p.Pixels = in
		return p
	}
	return p
}

// InShades returns a picture whose values have shades, which are left without colours.
func InShades(p Picture) Picture {
	switch p := p.(type) {
	case Heatmap:
		p.Shades = true
		return p
	case Mosaic:
		p.Shades = true
		return p
	}
	return p
}

// mostPlaces is the largest number of rows and of columns that placeholders can name.
const mostPlaces = 297

// imageBase is greater than all other roles: a role above it is the number of an image.
const imageBase Role = 1 << 24

// Image returns the number of the image that a role's text stands for; false for a role of text.
func (r Role) Image() (number int, ok bool) { return int(r - imageBase), r > imageBase }

// in sets the canvas to draw in pixels, unless p is nil or the canvas has more rows or columns
// than placeholders can number. It returns the canvas.
func (c *canvas) in(p *Pixels) *canvas {
	if p != nil && !c.ascii && c.w <= mostPlaces && c.h <= mostPlaces {
		c.pixels = p
	}
	return c
}

// layer is a picture of a part of the canvas.
type layer struct {
	at   image.Rectangle // in pixels
	draw func(img *image.RGBA, at image.Rectangle)
}

// addLayer shows a picture in the blank cells of an area. The key determines the picture; draw
// draws it into a rectangle of an image of the whole canvas.
func (c *canvas) addLayer(x, y, w, h int, key []float64, draw func(img *image.RGBA, at image.Rectangle)) {
	size := c.pixels.Cell
	c.layers = append(c.layers, layer{image.Rect(x*size.X, y*size.Y, (x+w)*size.X, (y+h)*size.Y), draw})
	c.key = append(append(c.key, float64(x), float64(y), float64(w), float64(h)), key...)
	for row := y; row < min(y+h, c.h); row++ {
		for column := x; column < min(x+w, c.w); column++ {
			if cl := &c.cells[row*c.w+column]; cl.blank() {
				cl.image = true
			}
		}
	}
}

// showLayers puts the placeholders of the layers' image into their cells.
func (c *canvas) showLayers() {
	if len(c.layers) == 0 {
		return
	}
	size := image.Pt(c.w*c.pixels.Cell.X, c.h*c.pixels.Cell.Y)
	hash := fnv.New64a()
	for _, v := range append(c.key, float64(size.X), float64(size.Y)) {
		hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
	number := c.pixels.Show(hash.Sum64(), size, func(img *image.RGBA) {
		for _, l := range c.layers {
			l.draw(img, l.at)
		}
	})
	for i := range c.cells {
		if cl := &c.cells[i]; cl.image && cl.blank() {
			cl.s, cl.role = placeholder(i/c.w, i%c.w), imageBase+Role(number)
		}
	}
}

// placeholder returns the character in whose place the terminal shows a cell of an image.
func placeholder(row, column int) clean.Text {
	return glyph(string([]rune{kitty.Placeholder, kitty.Diacritic(row), kitty.Diacritic(column)}))
}

// stroke is a line in pixels from the upper left corner of its area.
type stroke struct {
	points [][2]float64
	width  float64
	role   Role
}

// key returns numbers that determine the stroke.
func (s stroke) key(p *Pixels) []float64 {
	k := colourKey(p.Colour(s.role))
	k = append(k, s.width, float64(len(s.points)))
	for _, q := range s.points {
		k = append(k, q[0], q[1])
	}
	return k
}

// colourKey returns the components of a colour.
func colourKey(c color.NRGBA) []float64 {
	return []float64{float64(c.R), float64(c.G), float64(c.B), float64(c.A)}
}

// addStrokes draws lines in an area.
func (c *canvas) addStrokes(x, y, w, h int, strokes []stroke) {
	var key []float64
	for _, s := range strokes {
		key = append(key, s.key(c.pixels)...)
	}
	c.addLayer(x, y, w, h, key, func(img *image.RGBA, at image.Rectangle) {
		for _, s := range strokes {
			raster.Stroke(img.SubImage(at).(*image.RGBA), s.points, s.width, c.pixels.Colour(s.role))
		}
	})
}

// The widths of lines, as shares of the height of a cell.
const curveWidth, thinWidth = 0.11, 0.05

// addCurves draws the curves of a plot, except those that coincide with others and, with band,
// those of the context.
func (d data) addCurves(c *canvas, f *frame, band bool) {
	var strokes []stroke
	for _, context := range []bool{true, false} {
		for i := len(d.curves) - 1; i >= 0; i-- { // the first series is topmost
			if cv := d.curves[i]; cv.context == context && !cv.duplicate && !(band && context) {
				strokes = append(strokes, cv.strokes(c.pixels, f)...)
			}
		}
	}
	c.addStrokes(f.x0, f.y0, f.w, f.h, strokes)
}

// strokes returns the lines of a curve. Points that are not drawable and the break of an axis
// interrupt it.
func (cv curve) strokes(p *Pixels, f *frame) []stroke {
	s := stroke{width: curveWidth * float64(p.Cell.Y), role: SeriesRole(cv.markerIndex)}
	if cv.context {
		s.width, s.role = thinWidth*float64(p.Cell.Y), Faint
	}
	var out []stroke
	var before [2]bool
	open := false
	for _, pt := range cv.points {
		if !drawable(pt.y) {
			open = false
			continue
		}
		zone := [2]bool{f.x.AtZero(pt.x), f.y.AtZero(pt.y)}
		if !open || zone != before {
			out = append(out, s)
		}
		last := &out[len(out)-1]
		last.points = append(last.points, [2]float64{
			(float64(f.pad) + f.x.position(pt.x) + 0.5) * float64(p.Cell.X),
			(float64(f.h) - f.y.position(pt.y) - 0.5) * float64(p.Cell.Y),
		})
		open, before = true, zone
	}
	return out
}

// traceStrokes returns the lines of a signal of n samples in an area of w×h cells. Samples that
// share a column of pixels are drawn from the least to the greatest.
func (p *Pixels) traceStrokes(values []float64, n, w, h int, lo, hi float64, role Role) []stroke {
	width, height := w*p.Cell.X, float64(h*p.Cell.Y)
	y := func(v float64) float64 {
		return height - 1 - min(max((v-lo)/(hi-lo), 0), 1)*(height-2)
	}
	var out []stroke
	open := false
	for i := 0; i < len(values); {
		x := dotColumn(i, n, width)
		least, most := math.Inf(1), math.Inf(-1)
		for ; i < len(values) && dotColumn(i, n, width) == x; i++ {
			if v := values[i]; drawable(v) {
				least, most = min(least, v), max(most, v)
			}
		}
		if least > most {
			open = false
			continue
		}
		if !open {
			out = append(out, stroke{width: 1.5 * thinWidth * float64(p.Cell.Y), role: role})
		}
		open = true
		last := &out[len(out)-1]
		last.points = append(last.points, [2]float64{float64(x) + 0.5, y(least)})
		if most > least {
			last.points = append(last.points, [2]float64{float64(x) + 0.5, y(most)})
		}
	}
	return out
}

// addValues shades the area of a map at the resolution of pixels.
func (g *grid) addValues(c *canvas) {
	fine := *g
	size := c.pixels.Cell
	fine.w, fine.h = g.w*size.X, g.h*size.Y
	fine.cw, fine.ch = g.cw*size.X, g.ch*size.Y/g.perLine()
	fine.lines = fine.h
	key := []float64{float64(g.nx), float64(g.ny), float64(g.cw), float64(g.ch), g.shade.Lo, g.shade.Hi}
	for _, row := range g.Values {
		key = append(append(key, float64(len(row))), row...)
	}
	c.addLayer(g.x0, g.y0, g.w, g.h, key, func(img *image.RGBA, at image.Rectangle) {
		right, bottom := min(at.Dx(), usedPixels(fine.cw, g.nx, fine.w)), min(at.Dy(), usedPixels(fine.ch, g.ny, fine.h))
		for y := range bottom {
			for x := range right {
				if t := fine.shade.brightness(fine.value(x, y)); !math.IsNaN(t) {
					s := drawing.RampColour(t)
					img.SetRGBA(at.Min.X+x, at.Min.Y+y, color.RGBA{s.R, s.G, s.B, 255})
				}
			}
		}
	})
}

// usedPixels returns the number of pixels with values: n values of a size each, or if they share
// pixels, all.
func usedPixels(each, n, all int) int {
	if each > 0 {
		return each * n
	}
	return all
}
