package chart

import (
	"math"
)

// dots is a raster of 2×4 braille dots in each cell.
type dots struct {
	w, h int // in cells
	set  []uint8
}

func newDots(w, h int) *dots { return &dots{w, h, make([]uint8, w*h)} }

// bits are those of the dots of a braille cell, by row and column.
var bits = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dot sets a dot; row 0 is the topmost. Outside the raster it is lost.
func (d *dots) dot(x, y int) {
	if x >= 0 && y >= 0 && x < 2*d.w && y < 4*d.h {
		d.set[y/4*d.w+x/2] |= bits[y%4][x%2]
	}
}

// line joins two dots.
func (d *dots) line(x0, y0, x1, y1 int) {
	n := max(abs(x1-x0), abs(y1-y0))
	for i := 0; i <= n; i++ {
		t := 0.0
		if n > 0 {
			t = float64(i) / float64(n)
		}
		d.dot(x0+int(math.Round(t*float64(x1-x0))), y0+int(math.Round(t*float64(y1-y0))))
	}
}

// draw puts the cells that have dots on the canvas, without braille where the
// terminal has none.
func (d *dots) draw(c *canvas, x0, y0 int, role Role) {
	for y := range d.h {
		for x := range d.w {
			b := d.set[y*d.w+x]
			switch {
			case b == 0:
			case !c.ascii:
				c.set(x0+x, y0+y, glyph(string(rune(0x2800+int(b)))), role)
			case b&0x1b == 0:
				c.set(x0+x, y0+y, ".", role)
			case b&0xe4 == 0:
				c.set(x0+x, y0+y, "'", role)
			default:
				c.set(x0+x, y0+y, ":", role)
			}
		}
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
