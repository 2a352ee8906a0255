package chart

import "example.com/sfatui/ui/clean"

// Mosaic shows small pictures in rows on a common scale, each above a caption. The zero Mosaic
// is valid and draws a note that it is empty.
type Mosaic struct {
	Tiles  []Tile
	Cursor int  // tile that is always visible
	Curves bool // draw the first row of each picture as a curve
	// Shades draws ` ░▒▓█` instead of colours, ASCII 7-bit characters.
	Shades, ASCII bool
	// Pixels draws the pictures in pixels, unless they are drawn in shades; nil for characters.
	Pixels *Pixels
}

// Tile is a picture of a Mosaic.
type Tile struct {
	Values  [][]float64 // by row, topmost first, and column
	Caption clean.Text
	Role    Role // role of the caption
}

// The least and greatest size of a tile in cells, without its caption, and its largest
// magnification.
const (
	leastTile  = 8
	mostTile   = 16
	curveTile  = 16
	curveLines = 3
	mostTimes  = 4
)

// tileSize returns the largest size of the tiles at which all fit on a canvas of w×h cells, at
// least the least size.
func (m Mosaic) tileSize(w, h int) (tw, th int) {
	tw, th = m.leastTileSize(w, h)
	for k := mostTimes; k > 1; k-- {
		across := (w + tileGap) / (k*tw + tileGap)
		if across > 0 && (len(m.Tiles)+across-1)/across <= h/(k*th+1) {
			return k * tw, k * th
		}
	}
	return tw, th
}

// leastTileSize returns the least size of all tiles.
func (m Mosaic) leastTileSize(w, h int) (tw, th int) {
	if m.Curves {
		return min(curveTile, w), max(min(curveLines, h-1), 1)
	}
	rows, columns := 1, 1
	for _, t := range m.Tiles {
		rows = max(rows, len(t.Values))
		for _, row := range t.Values {
			columns = max(columns, len(row))
		}
	}
	tw = columns
	if columns < leastTile {
		tw = columns * (leastTile / columns)
	}
	tw = min(tw, mostTile, w)
	th = min((rows*tw+2*columns-1)/(2*columns), mostTile/2) // a cell is twice as high as it is wide
	across := max((w+tileGap)/(tw+tileGap), 1)
	if full := (len(m.Tiles) + across - 1) / across; m.Shades && rows <= mostTile && full <= h/(rows+1) {
		th = max(th, rows) // without colours a cell shows one value: prefer tall tiles to missing rows
	}
	return tw, max(min(th, mostTile, h-1), 1)
}

// tileGap is the number of columns between tiles.
const tileGap = 2

// Across returns the number of tiles in a row on w×h cells.
func (m Mosaic) Across(w, h int) int {
	tw, _ := m.tileSize(w, h)
	return max((w+tileGap)/(tw+tileGap), 1)
}

// Render draws as many tiles as fit, including that of the cursor, into exactly h lines of at
// most w cells, without trailing blanks. A nil paint means no styling.
func (m Mosaic) Render(w, h int, paint Paint) []clean.Text {
	c := newCanvas(w, h, m.ASCII).in(m.Pixels)
	return c.show(len(m.Tiles) > 0, "nothing to show", func() { m.draw(c) }, paint)
}

// draw draws the visible rows of tiles with their captions.
func (m Mosaic) draw(c *canvas) {
	tw, th := m.tileSize(c.w, c.h)
	across, down := m.Across(c.w, c.h), max(c.h/(th+1), 1)
	rows := (len(m.Tiles) + across - 1) / across
	first := max(min(m.Cursor/across-down/2, rows-down), 0)
	lo, hi := m.extent()
	for i := first * across; i < min(len(m.Tiles), (first+down)*across); i++ {
		x, y := i%across*(tw+tileGap), (i/across-first)*(th+1)
		if m.Curves {
			m.drawCurve(c, m.Tiles[i], x, y, tw, th, lo, hi)
		} else {
			m.drawTile(c, m.Tiles[i], x, y, tw, th, lo, hi)
		}
		if y+th < c.h {
			c.text(x, y+th, c.fit(m.Tiles[i].Caption, tw+tileGap-1), m.Tiles[i].Role)
		}
	}
}

// extent returns the common scale of the tiles: from 0, or symmetric about 0 if there are
// negative values.
func (m Mosaic) extent() (lo, hi float64) {
	for _, t := range m.Tiles {
		for _, row := range t.Values {
			for _, v := range row {
				if drawable(v) {
					lo, hi = min(lo, v), max(hi, v)
				}
			}
		}
	}
	if lo < 0 {
		hi = max(hi, -lo)
		lo = -hi
	}
	if hi == lo {
		hi = 1
	}
	return lo, hi
}

// drawTile draws a tile as a heatmap of w×h cells.
func (m Mosaic) drawTile(c *canvas, t Tile, x, y, w, h int, lo, hi float64) {
	g := Heatmap{Values: t.Values, Down: true, Shades: m.Shades, ASCII: m.ASCII}.grid()
	g.shade = newShade([][]float64{{lo, hi}}, false)
	if g.nx == 0 {
		return
	}
	g.x0, g.y0, g.w, g.h, g.lines = x, y, w, h, h
	if g.halves() {
		g.lines = 2 * h
	}
	g.cw, g.ch = w/g.nx, g.lines/g.ny
	g.drawValues(c)
}

// drawCurve draws the first row of a tile as a curve in w×h cells.
func (m Mosaic) drawCurve(c *canvas, t Tile, x, y, w, h int, lo, hi float64) {
	if len(t.Values) == 0 {
		return
	}
	if c.pixels != nil {
		c.addStrokes(x, y, w, h, c.pixels.traceStrokes(t.Values[0], len(t.Values[0]), w, h, lo, hi, Series1))
		return
	}
	d := newDots(w, h)
	d.drawTrace(t.Values[0], len(t.Values[0]), lo, hi)
	d.draw(c, x, y, Series1)
}
