package chart

// reachSquared is the square of the largest distance between a click and the point that it
// selects, in columns; a row counts as two columns.
const reachSquared = 4

// PointAt returns the point that is drawn nearest to a cell of a plot of w×h cells: the index
// of its series, and its index in the series. It returns false if no point is within two
// columns or one row.
func (p Plot) PointAt(w, h, x, y int) (series, index int, ok bool) {
	if w < 6 || h < 3 {
		return 0, 0, false
	}
	c := newCanvas(w, h, p.ASCII)
	d := p.collectData()
	f := p.arrange(c, d)
	p.mergeDuplicates(c, f, d)
	least := reachSquared + 1
	nearer := func(k int, pt *point, column, line int) {
		if away := (column-x)*(column-x) + 4*(line-y)*(line-y); away < least {
			least, series, index, ok = away, k, pt.index, true
		}
	}
	spots, _, _ := p.spots(c, f, d)
	for _, s := range spots {
		nearer(s.curve, s.point, s.x, s.y)
	}
	for k, cv := range d.curves {
		for i := range cv.points {
			if pt := &cv.points[i]; cv.context && drawable(pt.y) {
				nearer(k, pt, f.x0+f.pad+pt.col, f.y0+f.h-1-pt.row)
			}
		}
	}
	return series, index, ok
}
