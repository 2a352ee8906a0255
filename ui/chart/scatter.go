package chart

import "example.com/sfatui/ui/clean"

// Scatter shows points in the plane, with a marker for each class, and lines between points.
type Scatter struct {
	XLabel, YLabel clean.Text
	// X and Y are the points; the longer one is cut. Points that are not finite are left out.
	X, Y []float64
	// Class is the class of each point as an index into Names, −1 for none; nil if there are no
	// classes.
	Class []int
	Names []clean.Text
	// Edges are pairs of points joined by thin lines; Weak are points marked ✗.
	Edges [][2]int
	Weak  []int
	ASCII bool
}

// Render draws the points into exactly h lines of at most w cells, without trailing blanks. A
// cell shows the class of most of its points. A nil paint means no styling.
func (s Scatter) Render(w, h int, paint Paint) []clean.Text {
	p := s.plot()
	return p.renderWith(func(c *canvas, d data) { s.draw(c, p, d) }, w, h, paint)
}

// plot returns a plot with a series for each class, and a last one for points without a class.
func (s Scatter) plot() Plot {
	p := Plot{XLabel: s.XLabel, YLabel: s.YLabel, ASCII: s.ASCII, Series: make([]Series, len(s.Names))}
	for i, name := range s.Names {
		p.Series[i].Name = name
	}
	for i := range min(len(s.X), len(s.Y)) {
		k := s.class(i)
		for k >= len(p.Series) {
			p.Series = append(p.Series, Series{})
		}
		p.Series[k].X, p.Series[k].Y = append(p.Series[k].X, s.X[i]), append(p.Series[k].Y, s.Y[i])
	}
	if len(p.Series) > len(s.Names) && len(s.Names) > 0 {
		p.Series[len(s.Names)].Name = "none"
	}
	return p
}

// class returns the series index of a point.
func (s Scatter) class(i int) int {
	if i < len(s.Class) && s.Class[i] >= 0 && s.Class[i] < len(s.Names) {
		return s.Class[i]
	}
	return len(s.Names)
}

// draw draws the edges, then the most frequent class of each cell, then the weak points.
func (s Scatter) draw(c *canvas, p Plot, d data) {
	f := p.drawFrame(c, d)
	if d.points == 0 {
		return
	}
	s.drawEdges(c, f)
	counts := map[[2]int][]int{}
	for i := range min(len(s.X), len(s.Y)) {
		if !drawable(s.X[i]) || !drawable(s.Y[i]) {
			continue
		}
		at := [2]int{f.column(s.X[i]), f.line(s.Y[i])}
		if counts[at] == nil {
			counts[at] = make([]int, len(p.Series))
		}
		counts[at][s.class(i)]++
	}
	for at, n := range counts {
		most := 0
		for k := range n {
			if n[k] > n[most] {
				most = k
			}
		}
		c.set(at[0], at[1], c.marker(most), SeriesRole(most))
	}
	for _, i := range s.Weak {
		if i >= 0 && i < min(len(s.X), len(s.Y)) && drawable(s.X[i]) && drawable(s.Y[i]) {
			c.set(f.column(s.X[i]), f.line(s.Y[i]), c.bad, Bad)
		}
	}
}

// drawEdges joins points by lines of dots.
func (s Scatter) drawEdges(c *canvas, f *frame) {
	if len(s.Edges) == 0 {
		return
	}
	d := newDots(f.w, f.h)
	place := func(i int) (x, y int, ok bool) {
		if i < 0 || i >= min(len(s.X), len(s.Y)) || !drawable(s.X[i]) || !drawable(s.Y[i]) {
			return 0, 0, false
		}
		return 2*(f.pad+f.x.cell(s.X[i])) + 1, 4*(f.h-1-f.y.cell(s.Y[i])) + 2, true
	}
	for _, e := range s.Edges {
		x0, y0, ok0 := place(e[0])
		x1, y1, ok1 := place(e[1])
		if ok0 && ok1 {
			d.line(x0, y0, x1, y1)
		}
	}
	d.draw(c, f.x0, f.y0, Faint)
}
