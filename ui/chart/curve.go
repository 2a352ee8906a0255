package chart

import (
	"math"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// anchor is the point at which a curve crosses the middle of a column.
type anchor struct {
	col    int
	height float64 // in cells above the lowest row
}

// splitRuns returns the connected runs of the curve. The points of a column form one anchor at
// their mean height; a column without drawable points and the break of an axis interrupt the
// curve.
func (cv curve) splitRuns(f *frame) [][]anchor {
	var runs [][]anchor
	var before [2]bool
	open := false
	for i := 0; i < len(cv.points); {
		col := cv.points[i].col
		zone := [2]bool{f.x.AtZero(cv.points[i].x), true}
		sum, n := 0.0, 0
		for ; i < len(cv.points) && cv.points[i].col == col; i++ {
			if y := cv.points[i].y; drawable(y) {
				sum += f.y.position(y)
				n++
				zone[1] = zone[1] && f.y.AtZero(y)
			}
		}
		if n == 0 {
			open = false
			continue
		}
		if !open || zone != before {
			runs = append(runs, nil)
		}
		open, before = true, zone
		last := len(runs) - 1
		runs[last] = append(runs[last], anchor{col, sum / float64(n)})
	}
	return runs
}

// resample returns one height for each column from the first anchor to the last, rounded like
// markers so that the curve meets them.
func resample(run []anchor) []float64 {
	heights := make([]float64, 0, run[len(run)-1].col-run[0].col+2)
	for i, a := range run[:len(run)-1] {
		b := run[i+1]
		for col := a.col; col < b.col; col++ {
			t := float64(col-a.col) / float64(b.col-a.col)
			heights = append(heights, math.Floor(a.height+t*(b.height-a.height)+0.5))
		}
	}
	return append(heights, math.Floor(run[len(run)-1].height+0.5))
}

// drawBand fills the area between the context curves, column by column, if there are more of
// them than rows. It reports whether it drew.
func (d data) drawBand(c *canvas, f *frame) (drawn bool) {
	n, lo, hi := 0, make([]float64, f.w), make([]float64, f.w)
	for x := range lo {
		lo[x], hi[x] = math.Inf(1), math.Inf(-1)
	}
	for _, cv := range d.curves {
		if !cv.context {
			continue
		}
		n++
		for _, run := range cv.splitRuns(f) {
			for i, y := range resample(run) {
				if x := f.pad + run[0].col + i; x < f.w {
					lo[x], hi[x] = min(lo[x], y), max(hi[x], y)
				}
			}
		}
	}
	if n <= f.h {
		return false
	}
	for x := range lo {
		for y := lo[x]; y <= hi[x]; y++ {
			c.set(f.x0+x, f.y0+f.h-1-int(y), c.band, Faint)
		}
	}
	return true
}

// drawCurve draws each run with a separate call of asciigraph, which panics on NaN and on empty
// series and would let crossing curves erase each other. Heights are in cells, so its scaling
// is 1:1.
func (cv curve) drawCurve(c *canvas, f *frame) {
	role, chars := SeriesRole(cv.markerIndex), c.curves[cv.markerIndex%(len(c.curves)-1)]
	if cv.context {
		role, chars = Faint, c.curves[len(c.curves)-1]
	}
	for _, run := range cv.splitRuns(f) {
		if len(run) < 2 {
			continue
		}
		heights := resample(run)
		// Column k connects heights k and k+1, so the last one is repeated.
		heights = append(heights, heights[len(heights)-1])
		picture := asciigraph.Plot(heights,
			asciigraph.Height(f.h-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(f.h-1)),
			asciigraph.Offset(1), asciigraph.SeriesChars(chars),
			asciigraph.YAxisValueFormatter(func(float64) string { return "" }))
		y := f.y0
		for row := range strings.SplitSeq(picture, "\n") {
			x := f.x0 + f.pad + run[0].col - 1 // the first character is an axis
			for i, r := range row {
				if r != ' ' && x >= f.x0+f.pad+run[0].col {
					c.set(x, y, glyph(row[i:i+len(string(r))]), role)
				}
				x++
			}
			y++
		}
	}
}
