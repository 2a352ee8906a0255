package chart

import "example.com/sfatui/ui/clean"

// spot is a point's marker on the canvas.
type spot struct {
	x, y  int
	glyph clean.Text
	role  Role
	point *point
}

// drawPoints draws error bars, then markers, then the best point.
func (p Plot) drawPoints(c *canvas, f *frame, d data) {
	spots, found := p.spots(c, f, d)
	for i := len(spots) - 1; i >= 0; i-- {
		spots[i].drawBar(c, f)
	}
	for _, s := range spots {
		c.set(s.x, s.y, s.glyph, s.role)
	}
	if p.hasBest() && !found {
		c.set(f.column(p.Best.X), f.line(p.Best.Y), c.best, Good)
	}
}

// spots places the markers. Those that fall into one cell stand side by side
// around it, in the order of the series, within half the way to the next
// column of points; what finds no room there is left out. found says that the
// best point is among them: it is never left out.
func (p Plot) spots(c *canvas, f *frame, d data) (spots []spot, found bool) {
	groups := make(map[[2]int][]spot)
	var order [][2]int
	for _, cv := range d.curves {
		for _, pt := range cv.shown(f) {
			s := spot{y: f.y0 + f.h - 1 - pt.row, glyph: c.marker(cv.index), role: SeriesRole(cv.index), point: pt}
			if pt.bad {
				s.glyph = c.bad
			} else if pt.good {
				s.glyph = c.good
			}
			if p.hasBest() && !found && pt.x == p.Best.X && pt.y == p.Best.Y {
				s.glyph, s.role, found = c.best, Good, true
			}
			at := [2]int{pt.col, pt.row}
			if groups[at] == nil {
				order = append(order, at)
			}
			groups[at] = append(groups[at], s)
		}
	}
	reach := min(2, (d.leastGap()-1)/2)
	for _, at := range order {
		x := f.x0 + f.pad + at[0]
		first, last := max(x-reach, f.x0), min(x+reach, c.w-1)
		group := groups[at]
		if room := last - first + 1; len(group) > room {
			for i, s := range group[room:] {
				if s.glyph == c.best {
					group[room-1] = group[room+i]
				}
			}
			group = group[:room]
		}
		x = min(max(x-(len(group)-1)/2, first), last-len(group)+1)
		for i, s := range group {
			s.x = x + i
			spots = append(spots, s)
		}
	}
	return spots, found
}

// drawBar draws the error bar above and below a marker as far as it reaches
// out of its cell.
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

// shown are the points that get a marker: all of them, or where they are
// denser than every second column every sixth column (at other places for
// other series) and all bad ones.
func (cv curve) shown(f *frame) []*point {
	columns, last := 0, -1
	for _, pt := range cv.points {
		if pt.col != last {
			columns++
		}
		last = pt.col
	}
	dense := columns > 2 && columns > (f.w+1)/2
	next := 2 * cv.index % 6
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
		}
		shown = append(shown, pt)
	}
	return shown
}

// leastGap is the least distance between two columns with points.
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

// drawLines draws the thresholds, under everything else.
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

func (f *frame) holdsLine(l Line) bool {
	return drawable(l.Y) && !f.y.AtZero(l.Y)
}

// labelLines names the thresholds, each at the rightmost place on it where
// nothing is in the way.
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
			if c.free(x-1, y, n+1) && (x+n == c.w || c.free(x+n, y, 1)) {
				c.text(x-1, y, " "+text, l.Role)
				if x+n < c.w {
					c.text(x+n, y, " ", l.Role)
				}
				break
			}
		}
	}
}

// drawCursor draws the column under the cursor.
func (p Plot) drawCursor(c *canvas, f *frame) {
	if p.Cursor == nil || !f.shows(*p.Cursor) {
		return
	}
	x := f.column(*p.Cursor)
	for y := f.y0; y < f.y0+f.h; y++ {
		c.set(x, y, c.cursor, Accent)
	}
}
