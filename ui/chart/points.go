package chart

import (
	"math"
	"slices"

	"example.com/sfatui/ui/clean"
)

// spot is a point's marker on the canvas.
type spot struct {
	x, y  int
	glyph clean.Text
	role  Role
	point *point
	curve int  // index of the series
	fixed bool // ★, ◉ and ticked points are never left out
}

// drawPoints draws error bars, then markers, then highlighted points.
func (p Plot) drawPoints(c *canvas, f *frame, d data) {
	spots, best, here := p.spots(c, f, d)
	for i := len(spots) - 1; i >= 0; i-- {
		spots[i].drawBar(c, f)
	}
	for _, fixed := range []bool{false, true} {
		for _, s := range spots {
			if s.fixed == fixed {
				c.set(s.x, s.y, s.glyph, s.role)
			}
		}
	}
	if p.hasBest() && !best {
		glyph := c.best
		if p.Best.Elsewhere != "" {
			glyph = c.elsewhere
		}
		c.set(f.column(p.Best.X), f.line(p.Best.Y), glyph, Good)
	}
	if p.hasHere() && !here && !(p.hasBest() && p.Here.X == p.Best.X && p.Here.Y == p.Best.Y) {
		c.set(f.column(p.Here.X), f.line(p.Here.Y), c.here, Accent)
	}
}

// spots places the markers. Markers of a column whose cells or error bars overlap are placed
// side by side, up to half the distance to the next column of points. Those without room are
// left out unless fixed. best and here report whether ★ and ◉ are among them.
func (p Plot) spots(c *canvas, f *frame, d data) (spots []spot, best, here bool) {
	columns := make(map[int][]spot)
	var order []int
	for k, cv := range d.curves {
		if cv.duplicate {
			continue
		}
		for _, pt := range cv.markedPoints(f) {
			s := p.spotOf(c, f, cv, pt)
			s.curve = k
			if p.hasBest() && p.Best.Elsewhere == "" && !best && pt.x == p.Best.X && pt.y == p.Best.Y {
				s.glyph, s.role, s.fixed, best = c.best, Good, true, true
				here = here || p.Here != nil && *p.Here == *p.Best
			} else if p.hasHere() && !here && pt.x == p.Here.X && pt.y == p.Here.Y {
				s.glyph, s.role, s.fixed, here = c.here, Accent, true, true
			}
			if cv.context && !s.fixed {
				continue
			}
			if columns[pt.col] == nil {
				order = append(order, pt.col)
			}
			columns[pt.col] = append(columns[pt.col], s)
		}
	}
	reach := min(2, (d.leastGap()-1)/2)
	for _, col := range order {
		x := f.x0 + f.pad + col
		first, last := max(x-reach, f.x0), min(x+reach, c.w-1)
		for _, group := range groupOverlapping(columns[col], last-first+1, func(s spot) (int, int) { return s.extent(f) }) {
			spots = append(spots, spreadGroup(group, x, first, last)...)
		}
	}
	return spots, best, here
}

// spotOf returns the marker of a point.
func (p Plot) spotOf(c *canvas, f *frame, cv curve, pt *point) spot {
	s := spot{y: f.y0 + f.h - 1 - pt.row, glyph: c.marker(cv.markerIndex), role: SeriesRole(cv.markerIndex), point: pt, fixed: pt.ticked}
	switch side := f.y.sideOf(pt.y); {
	case pt.bad:
		s.glyph = c.bad
	case p.Range != nil && side > 0:
		s.glyph = c.above
	case p.Range != nil && side < 0:
		s.glyph = c.below
	case pt.good:
		s.glyph = c.good
	}
	return s
}

// extent returns the top and bottom line of a marker and its error bar.
func (s spot) extent(f *frame) (top, bottom int) {
	if s.point.err == 0 {
		return s.y, s.y
	}
	return f.line(s.point.y + s.point.err), f.line(s.point.y - s.point.err)
}

// groupOverlapping groups the markers of a column whose extents overlap. A group of more than
// room markers is split into those of equal rows.
func groupOverlapping(column []spot, room int, extent func(spot) (top, bottom int)) [][]spot {
	var groups [][]spot
	for _, s := range column {
		top, bottom := extent(s)
		var joined []spot
		groups = slices.DeleteFunc(groups, func(g []spot) bool {
			meets := slices.ContainsFunc(g, func(o spot) bool {
				t, b := extent(o)
				return t <= bottom && top <= b
			})
			if meets {
				joined = append(joined, g...)
			}
			return meets
		})
		groups = append(groups, append(joined, s))
	}
	var out [][]spot
	for _, g := range groups {
		if len(g) <= room {
			out = append(out, g)
			continue
		}
		var rows []int
		cells := map[int][]spot{}
		for _, s := range g {
			if cells[s.y] == nil {
				rows = append(rows, s.y)
			}
			cells[s.y] = append(cells[s.y], s)
		}
		for _, y := range rows {
			out = append(out, cells[y])
		}
	}
	return out
}

// spreadGroup places a group side by side around x, between first and last. Markers without
// room are left out, fixed ones last.
func spreadGroup(group []spot, x, first, last int) []spot {
	if room := last - first + 1; len(group) > room {
		kept := slices.Clone(group[:room])
		for _, s := range group[room:] {
			if s.fixed {
				if i := slices.IndexFunc(kept, func(k spot) bool { return !k.fixed }); i >= 0 {
					kept[i] = s
				}
			}
		}
		group = kept
	}
	x = min(max(x-(len(group)-1)/2, first), last-len(group)+1)
	for i := range group {
		group[i].x = x + i
	}
	return group
}

// drawBar draws the parts of the error bar that lie outside the marker's cell.
func (s spot) drawBar(c *canvas, f *frame) {
	if s.point.err == 0 {
		return
	}
	upper, lower := f.line(s.point.y+s.point.err), f.line(s.point.y-s.point.err)
	for y := upper; y <= lower; y++ {
		glyph := c.bar
		switch {
		case y == s.y:
			continue
		case y == upper:
			glyph = c.top
		case y == lower && !f.y.AtZero(s.point.y-s.point.err):
			glyph = c.bottom
		}
		c.set(s.x, y, glyph, s.role)
	}
}

// markedPoints returns the points with a marker: all of them, or if they are denser than every
// second column, one in six columns (offset by series) and all bad ones.
func (cv curve) markedPoints(f *frame) []*point {
	columns, last := 0, -1
	for _, pt := range cv.points {
		if pt.col != last {
			columns++
		}
		last = pt.col
	}
	dense := columns > 2 && columns > (f.w+1)/2
	next := 2 * cv.markerIndex % 6
	var shown []*point
	for i := range cv.points {
		pt := &cv.points[i]
		if !drawable(pt.y) {
			continue
		}
		if dense && !pt.bad && pt.col < next {
			continue
		}
		if dense && !pt.bad {
			next = pt.col + 6
			on := *pt
			on.row = cv.rowOf(i, f)
			pt = &on
		}
		shown = append(shown, pt)
	}
	return shown
}

// rowOf returns the row in which the curve crosses the column that starts with point i: that of
// the mean of the column's points.
func (cv curve) rowOf(i int, f *frame) int {
	sum, n := 0.0, 0.0
	for col := cv.points[i].col; i < len(cv.points) && cv.points[i].col == col; i++ {
		if y := cv.points[i].y; drawable(y) {
			sum, n = sum+f.y.position(y), n+1
		}
	}
	return int(math.Floor(sum/n + 0.5))
}

// leastGap returns the least distance between two columns with points, in cells; a large number
// if all are more than five apart.
func (d data) leastGap() int {
	used := map[int]bool{}
	least := 1 << 30
	for _, cv := range d.curves {
		for _, pt := range cv.points {
			used[pt.col] = true
		}
	}
	for col := range used {
		for gap := 1; gap < 6; gap++ {
			if used[col+gap] {
				least = min(least, gap)
			}
		}
	}
	return least
}

// drawLines draws the thresholds. Everything else covers them.
func (p Plot) drawLines(c *canvas, f *frame) {
	for _, l := range p.Lines {
		if !f.holdsLine(l) {
			continue
		}
		for x := f.x0; x < f.x0+f.w; x++ {
			if !c.ascii || (x-f.x0)%2 == 0 {
				c.setRule(x, f.line(l.Y), l.Role)
			}
		}
	}
}

// holdsLine reports whether a threshold can be drawn.
func (f *frame) holdsLine(l Line) bool {
	return drawable(l.Y) && !f.y.AtZero(l.Y)
}

// labelLines draws the label of each threshold at the rightmost free place on it.
func (p Plot) labelLines(c *canvas, f *frame) {
	if !f.labels {
		return
	}
	for _, l := range p.Lines {
		text := c.fit(l.Label, f.w/2)
		n := width(text)
		if n == 0 || !f.holdsLine(l) {
			continue
		}
		y := f.line(l.Y)
		for x := f.x0 + f.w - n; x > f.x0; x-- {
			if c.isFree(x-1, y, n+1) && (x+n == c.w || c.isFree(x+n, y, 1)) {
				c.text(x-1, y, " "+text, l.Role)
				if x+n < c.w {
					c.text(x+n, y, " ", l.Role)
				}
				break
			}
		}
	}
}

// drawCursor draws a cursor without height as a column.
func (p Plot) drawCursor(c *canvas, f *frame) {
	if p.Here == nil || !f.containsX(p.Here.X) || drawable(p.Here.Y) {
		return
	}
	x := f.column(p.Here.X)
	for y := f.y0; y < f.y0+f.h; y++ {
		c.set(x, y, c.cursor, Accent)
	}
}
