package chart

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/sessions/drawing"
)

// point is one measurement, with the cell that it is drawn in.
type point struct {
	x, y, err float64
	bad, good bool
	ticked    bool
	col, row  int // row 0 is the lowest
	index     int // of the point in its series
}

// curve is a series whose points are sorted by x.
type curve struct {
	markerIndex int
	context     bool
	duplicate   bool // coincides with curve duplicateOf in all cells and is not drawn
	duplicateOf int
	points      []point
}

// data is the drawable content of a Plot.
type data struct {
	curves []curve
	points int       // number of drawable points
	xs, ys []float64 // values that the axes must contain
}

// collectData returns the drawable points and the values that the axes must contain.
func (p Plot) collectData() data {
	d := data{curves: make([]curve, len(p.Series))}
	for _, x := range p.Places {
		if drawable(x) {
			d.xs = append(d.xs, x)
		}
	}
	for i, s := range p.Series {
		d.curves[i] = curve{markerIndex: p.Face(i), context: s.Context, points: s.sorted()}
		for _, pt := range d.curves[i].points {
			d.xs = append(d.xs, pt.x)
			if !drawable(pt.y) {
				continue
			}
			d.points++
			d.ys = append(d.ys, pt.y)
			if pt.err > 0 {
				d.ys = append(d.ys, pt.y+pt.err)
				// On a logarithmic axis, a bar that reaches zero ends at the edge.
				if lower := pt.y - pt.err; lower >= drawing.Tiny || !p.LogY {
					d.ys = append(d.ys, lower)
				}
			}
		}
	}
	for _, m := range []*Mark{p.Best, p.Here} {
		if m == nil || !drawable(m.X) {
			continue
		}
		d.xs = append(d.xs, m.X)
		if p.Range == nil && drawable(m.Y) {
			d.ys = append(d.ys, m.Y)
		}
	}
	if d.points == 0 {
		return d
	}
	if p.Range != nil && !slices.ContainsFunc(p.Range, func(v float64) bool { return !drawable(v) }) {
		d.ys = append(d.ys[:0], p.Range...)
	}
	for _, l := range p.Lines {
		if drawable(l.Y) && (l.Y >= drawing.Tiny || !p.LogY) {
			d.ys = append(d.ys, l.Y)
		}
	}
	return d
}

// sorted returns the points with a finite X, sorted by it.
func (s Series) sorted() []point {
	n := min(len(s.X), len(s.Y))
	pts := make([]point, 0, n)
	for i := range n {
		if !drawable(s.X[i]) {
			continue
		}
		pt := point{x: s.X[i], y: s.Y[i], index: i}
		if i < len(s.Err) && s.Err[i] > 0 && drawable(math.Abs(pt.y)+s.Err[i]) {
			pt.err = s.Err[i]
		}
		pt.ticked = i < len(s.Ticked) && s.Ticked[i]
		pt.bad, pt.good = i < len(s.Bad) && s.Bad[i], i < len(s.AsGood) && s.AsGood[i]
		pts = append(pts, pt)
	}
	slices.SortStableFunc(pts, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	return pts
}
