package chart

import (
	"cmp"
	"math"
	"strings"

	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/clean"
)

// Picture is a chart of this package, which is drawn as text or as a figure.
type Picture interface {
	// Render draws the picture into exactly h lines of at most w cells.
	Render(w, h int, paint Paint) []clean.Text
	// Figure returns the picture as a vector drawing; nil if there is nothing to draw.
	Figure(title clean.Text) svg.Drawing
}

// plainFrom is the number of points from which a curve of a figure has no markers.
const plainFrom = 60

// Figure returns the chart without the cursor. The y range is that of the points.
func (p Plot) Figure(title clean.Text) svg.Drawing {
	d := p.collectData()
	if d.points == 0 {
		return nil
	}
	out := svg.Chart{Title: p.caption(title), X: string(p.XLabel), LogX: p.LogX, LogY: p.LogY, Limit: math.NaN(), Names: plainTexts(p.Names)}
	for i, cv := range d.curves {
		s := p.Series[i]
		c := svg.Curve{Name: string(s.Name), Plain: len(cv.points) >= plainFrom}
		for _, pt := range cv.points {
			q := svg.Point{X: pt.x, Y: pt.y, SE: math.NaN(), Bad: pt.bad, AsGood: pt.good}
			if !drawable(pt.y) {
				q.Y = math.NaN()
			}
			if pt.err > 0 {
				q.SE = pt.err
			}
			q.Best = p.Best != nil && p.Best.Elsewhere == "" && p.Best.X == pt.x && p.Best.Y == pt.y
			q.Text = strings.TrimSpace(string(s.Name + " " + p.XLabel + "=" + p.Place(pt.x) + ": " + formatNumber(pt.y)))
			c.Points = append(c.Points, q)
		}
		out.Curves, out.Faces = append(out.Curves, c), append(out.Faces, cv.markerIndex)
	}
	if b := p.Best; p.hasBest() && b.Elsewhere != "" {
		out.Curves = append(out.Curves, svg.Curve{Name: string(b.Elsewhere), Plain: true, Points: []svg.Point{{X: b.X, Y: b.Y, SE: math.NaN(), Best: true}}})
		out.Faces = append(out.Faces, len(p.Series))
	}
	for _, l := range p.Lines {
		if drawable(l.Y) && l.Y > 0 {
			out.Limit, out.LimitName = l.Y, string(l.Label)
		}
	}
	return out
}

// caption returns a title with the label of the y axis and the note on error bars.
func (p Plot) caption(title clean.Text) string {
	parts := []clean.Text{cmp.Or(title, p.Title)}
	if p.YLabel != "" && !strings.Contains(string(title), string(p.YLabel)) {
		parts = append(parts, p.YLabel)
	}
	if _, note, ok := strings.Cut(string(p.Note), "│ "); ok && p.hasErrors() {
		parts = append(parts, clean.Sprintf("bars %s", clean.Of(note)))
	}
	return string(clean.Join(parts, " · "))
}

// hasErrors reports whether any point has an error bar.
func (p Plot) hasErrors() bool {
	for _, s := range p.Series {
		for _, pt := range s.sorted() {
			if pt.err > 0 {
				return true
			}
		}
	}
	return false
}

// plainTexts returns texts as strings.
func plainTexts(all []clean.Text) []string {
	var out []string
	for _, t := range all {
		out = append(out, string(t))
	}
	return out
}

// The largest number of cells of a figure's map across and down; cells of larger maps are means.
const mostFigureColumns, mostFigureRows = 560, 430

// Figure returns the map without the cursor, the topmost row first.
func (m Heatmap) Figure(title clean.Text) svg.Drawing {
	g := m.grid()
	if g.nx == 0 || g.ny == 0 || !g.shade.hasValues {
		return nil
	}
	nx, ny := min(g.nx, mostFigureColumns), min(g.ny, mostFigureRows)
	small := nx == g.nx && ny == g.ny
	out := svg.Heatmap{Title: string(title), X: string(m.XLabel), Y: string(m.YLabel), Log: m.Log, Sparse: m.Blank || !small || nx*ny > 1024, Cells: make([][]svg.Cell, ny)}
	if small {
		out.Columns, out.Rows = plainTexts(m.Columns), make([]string, ny)
	}
	for i := range ny {
		row := i
		if !m.Down {
			row = ny - 1 - i
		}
		if row < len(m.Rows) && small {
			out.Rows[i] = string(m.Rows[row])
		}
		for j := range nx {
			out.Cells[i] = append(out.Cells[i], g.figureCell(j, row, nx, ny))
		}
	}
	out.NameMarks()
	return out
}

// figureCell returns the cell at column j and row i of nx×ny, the mean of the values there.
func (g *grid) figureCell(j, i, nx, ny int) svg.Cell {
	c0, c1 := valueRange(j, g.nx, 0, nx)
	r0, r1 := valueRange(i, g.ny, 0, ny)
	sum, n := 0.0, 0.0
	for r := r0; r < r1; r++ {
		for k := c0; k < c1; k++ {
			if v := g.at(k, r); drawable(v) {
				sum, n = sum+v, n+1
			}
		}
	}
	c := svg.Cell{Value: math.NaN()}
	if n > 0 {
		c.Value = sum / n
		c.Text = string(g.Number(c.Value))
	}
	if c1-c0 > 1 || r1-r0 > 1 {
		return c
	}
	marked := func(marks [][]bool) bool { return r0 < len(marks) && c0 < len(marks[r0]) && marks[r0][c0] }
	c.Best = g.Best != nil && *g.Best == Place{c0, r0}
	c.Bad = marked(g.Bad) && !c.Best
	c.AsGood = marked(g.AsGood) && !c.Best && !c.Bad
	return c
}

// Figure returns the tiles.
func (m Mosaic) Figure(title clean.Text) svg.Drawing {
	if len(m.Tiles) == 0 {
		return nil
	}
	out := svg.Mosaic{Title: string(title), Curves: m.Curves}
	for _, t := range m.Tiles {
		out.Tiles = append(out.Tiles, svg.Tile{Values: t.Values, Caption: string(t.Caption), Text: string(t.Caption), Weak: t.Role == Warn})
	}
	return out
}

// Figure returns the points with their edges.
func (s Scatter) Figure(title clean.Text) svg.Drawing {
	n := min(len(s.X), len(s.Y))
	if s.plot().collectData().points == 0 {
		return nil
	}
	out := svg.Scatter{Title: string(title), X: string(s.XLabel), Y: string(s.YLabel), Names: plainTexts(s.Names), Legend: true, Edges: s.Edges, Weak: s.Weak}
	for i := range n {
		x, y := s.X[i], s.Y[i]
		if !drawable(x) || !drawable(y) {
			x, y = math.NaN(), math.NaN()
		}
		out.Xs, out.Ys = append(out.Xs, x), append(out.Ys, y)
		if len(s.Names) > 0 {
			k := s.class(i)
			if k == len(s.Names) {
				k = -1
			}
			out.Class = append(out.Class, k)
		}
	}
	out.Across, out.Up = out.Xs, out.Ys
	return out
}

// Figure returns the signals over the number of their samples.
func (t Traces) Figure(title clean.Text) svg.Drawing {
	n := 0
	for _, row := range t.Rows {
		n = max(n, len(row.Y))
	}
	if n == 0 {
		return nil
	}
	out := svg.Traces{Title: string(title), X: "sample", First: 1}
	if t.Step != 0 {
		out.X, out.First, out.Step = string(t.Unit), t.From, t.Step
	}
	for _, row := range t.Rows {
		c := svg.Trace{Name: string(row.Name), Text: string(row.Name), Y: make([]float64, n)}
		for i := range n {
			c.Y[i] = math.NaN()
			if i < len(row.Y) && drawable(row.Y[i]) {
				c.Y[i] = row.Y[i]
			}
		}
		out.Curves = append(out.Curves, c)
	}
	start := 0
	for _, b := range append(append([]int(nil), t.Borders...), n) {
		if b > start && b <= n {
			out.Spans = append(out.Spans, svg.Stretch{Length: b - start})
			start = b
		}
	}
	return out
}

// Figure returns the curve, its band and the true values.
func (b Band) Figure(title clean.Text) svg.Drawing {
	if b.plot().collectData().points == 0 {
		return nil
	}
	out := svg.Band{Title: string(title), X: string(b.XLabel), Y: string(b.YLabel), First: b.From, Mean: b.Mean, Half: b.Half, Truth: b.Truth}
	if b.Half == nil {
		out.Half = make([]float64, len(b.Mean))
		out.Name = func(i int) string { return string(formatNumber(b.Truth[i])) }
	}
	return out
}

// Figure returns the monitored value with its limit, faults and alarms.
func (b Watch) Figure(title clean.Text) svg.Drawing {
	if len(b.Y) == 0 {
		return nil
	}
	return svg.Watch{Title: string(title), X: string(b.XLabel), Y: string(b.YLabel), First: b.From, Novelty: b.Y, New: b.New, Alarm: b.Alarm,
		Borders: b.Borders, Line: b.Line, LineText: string(b.LineLabel), Text: "bars at the top: alarms · shaded: faults"}
}

// Figure returns the axes with the paths; points that are dots on the screen are thin paths.
func (p Parallel) Figure(title clean.Text) svg.Drawing {
	if len(p.Axes) == 0 || len(p.Lines) == 0 {
		return nil
	}
	out := svg.Parallel{Title: string(title)}
	for _, a := range p.Axes {
		out.Axes = append(out.Axes, svg.ParallelAxis{Name: string(a.Name), Labels: plainTexts(a.Labels)})
	}
	for _, l := range p.Lines {
		out.Paths = append(out.Paths, svg.ParallelPath{At: l.At, Best: l.Best || l.Kind == ParallelBest, Strong: l.Kind == ParallelPath})
	}
	return out
}
