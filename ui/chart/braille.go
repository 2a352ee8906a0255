package chart

import "slices"

// drawsBraille reports whether the curves of a plot are drawn in braille.
func (p Plot) drawsBraille(d data, f *frame) bool {
	if p.Strokes != ByDensity {
		return p.Strokes == Braille
	}
	return !p.ASCII && slices.ContainsFunc(d.curves, func(cv curve) bool { return !cv.context && len(cv.points) > f.w })
}

// dashes holds the numbers of columns of dots that are drawn and left out in turn, so that
// intersecting curves can be distinguished without colour.
var dashes = [3][2]int{{1, 0}, {4, 2}, {2, 2}}

// drawBraille joins the points of a curve by lines of dots. Points that are not drawable and the
// break of an axis interrupt it.
func (cv curve) drawBraille(c *canvas, f *frame) {
	d := newDots(f.w, f.h)
	dash := dashes[cv.markerIndex%len(dashes)]
	lastX, lastY, open := 0, 0, false
	var before [2]bool
	for _, pt := range cv.points {
		if !drawable(pt.y) {
			open = false
			continue
		}
		x, y := 2*f.pad+dotOf(f.x.position(pt.x), 2), 4*f.h-1-dotOf(f.y.position(pt.y), 4)
		zone := [2]bool{f.x.AtZero(pt.x), f.y.AtZero(pt.y)}
		if open && zone == before {
			d.line(lastX, lastY, x, y)
		} else {
			d.dot(x, y)
		}
		lastX, lastY, open, before = x, y, true, zone
	}
	d.keepColumns(dash[0], dash[1])
	d.draw(c, f.x0, f.y0, SeriesRole(cv.markerIndex))
}

// dotOf returns the dot, of n in each cell, at a position in cells from the middle of the first.
func dotOf(position float64, n int) int { return int((position + 0.5) * float64(n)) }

// keepColumns removes the dots of all columns but on of every on+off.
func (d *dots) keepColumns(on, off int) {
	for x := range 2 * d.w {
		if x%(on+off) < on {
			continue
		}
		for y := range 4 * d.h {
			d.set[y/4*d.w+x/2] &^= dotBits[y%4][x%2]
		}
	}
}
