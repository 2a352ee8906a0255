package chart

import (
	"math"
	"slices"

	"example.com/sfatui/ui/clean"
)

// Parallel shows points as paths across vertical axes.
type Parallel struct {
	Axes   []ParallelAxis
	Lines  []ParallelLine // in drawing order, the last on top
	Picked int            // index of the highlighted axis
	Star   clean.Text     // sign of the best point if it is not ★
	ASCII  bool
}

// ParallelAxis is a vertical axis with the labels of its values, evenly spaced from bottom to
// top.
type ParallelAxis struct {
	Name   clean.Text
	Labels []clean.Text
}

// ParallelLine is a point as its height on each axis, from 0 at the bottom to 1 at the top; NaN
// where it has no value.
type ParallelLine struct {
	At   []float64
	Kind ParallelKind
	Best bool // the point is ★, also under the cursor, which figures leave out
}

// ParallelKind is the way a point is drawn.
type ParallelKind int

// The kinds of points: dots on the axes, a path, and the paths of ★ and of the cursor.
const (
	ParallelDots ParallelKind = iota
	ParallelPath
	ParallelBest
	ParallelHere
)

// Render draws the axes into exactly h lines of at most w cells. A nil paint means no styling.
func (p Parallel) Render(w, h int, paint Paint) []clean.Text {
	c := newCanvas(w, h, p.ASCII).withStar(p.Star)
	if n := len(p.Axes); n > 0 && w >= 6*n && h >= 4 {
		p.draw(c)
	} else if c.w > 0 && c.h > 0 {
		c.text(0, h/2, c.fit("no room for the axes", w), Faint)
	}
	return c.lines(paint)
}

// draw draws the axes, the paths and the marks.
func (p Parallel) draw(c *canvas) {
	rows, widths := c.h-1, p.widths(c.w)
	starts := make([]int, len(widths))
	for k := 1; k < len(widths); k++ {
		starts[k] = starts[k-1] + widths[k-1]
	}
	column := func(k int) int { return starts[k] + min(1, widths[k]-1) }
	line := func(at float64) int { return 1 + int(math.Round((1-at)*float64(rows-1))) }
	for k, a := range p.Axes {
		role := Text
		name := a.Name
		if k == p.Picked {
			role, name = Accent, c.selected+name
		}
		c.text(max(column(k)-1, 0), 0, c.fit(name, widths[k]-1), role)
		for y := 1; y <= rows; y++ {
			c.set(column(k), y, c.vertical, Faint)
		}
	}
	p.drawPaths(c, column, line)
	p.drawMarks(c, column, line, widths)
}

// widths divides w cells equally among the axes, except that an axis with a longer name takes
// cells from those with the most to spare.
func (p Parallel) widths(w int) []int {
	n := len(p.Axes)
	widths, spare := make([]int, n), make([]int, n)
	for k, a := range p.Axes {
		need := width(a.Name) + 2 // the mark of the picked axis before it, a blank behind it
		for _, label := range a.Labels {
			need = max(need, width(label)+3)
		}
		widths[k] = w / n
		spare[k] = widths[k] - need
	}
	for {
		to, from := slices.Index(spare, slices.Min(spare)), slices.Index(spare, slices.Max(spare))
		if spare[to] >= 0 || spare[from] <= 0 {
			return widths
		}
		widths[to], spare[to] = widths[to]+1, spare[to]+1
		widths[from], spare[from] = widths[from]-1, spare[from]-1
	}
}

// drawPaths draws the paths as lines of dots between neighbouring axes.
func (p Parallel) drawPaths(c *canvas, column func(int) int, line func(float64) int) {
	for _, l := range p.Lines {
		if l.Kind == ParallelDots {
			continue
		}
		role := Faint
		switch l.Kind {
		case ParallelBest:
			role = Good
		case ParallelHere:
			role = Accent
		}
		d := newDots(c.w, c.h)
		for k := 1; k < len(p.Axes) && k < len(l.At); k++ {
			if a, b := l.At[k-1], l.At[k]; !math.IsNaN(a) && !math.IsNaN(b) {
				d.line(2*column(k-1)+2, 4*line(a)+2, 2*column(k)-1, 4*line(b)+2)
			}
		}
		d.draw(c, 0, 0, role)
	}
}

// drawMarks draws the labels of the axes and the marks where points cross them.
func (p Parallel) drawMarks(c *canvas, column func(int) int, line func(float64) int, widths []int) {
	for k, a := range p.Axes {
		for i, label := range a.Labels {
			at := 0.0
			if len(a.Labels) > 1 {
				at = float64(i) / float64(len(a.Labels)-1)
			}
			c.text(column(k)+1, line(at), c.fit(label, max(widths[k]-3, 1)), Text)
		}
	}
	for _, l := range p.Lines {
		glyph, role := c.dot, Text
		switch l.Kind {
		case ParallelPath:
			glyph, role = c.marker(0), Good
		case ParallelBest:
			glyph, role = c.best, Good
		case ParallelHere:
			glyph, role = c.here, Accent
		}
		for k := range p.Axes {
			if k < len(l.At) && !math.IsNaN(l.At[k]) {
				c.set(column(k), line(l.At[k]), glyph, role)
			}
		}
	}
}
