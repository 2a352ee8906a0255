package chart

import (
	"io"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/clean"
)

// Write writes a drawing in characters: its caption and a picture of at most w×h cells, or one
// picture for each part of a sheet.
func Write(out io.Writer, d svg.Drawing, w, h int) error {
	var b strings.Builder
	writeDrawing(&b, d, w, h)
	_, err := io.WriteString(out, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// writeDrawing appends the lines of a drawing, with a blank line between the parts of a sheet.
func writeDrawing(b *strings.Builder, d svg.Drawing, w, h int) {
	b.WriteString(strings.TrimSpace(string(clean.Of(d.Caption()))) + "\n")
	var lines []clean.Text
	text := ""
	switch d := d.(type) {
	case svg.Sheet:
		for _, part := range d.Parts {
			b.WriteString("\n")
			writeDrawing(b, part, w, h)
		}
	case svg.Bars:
		lines = barLines(d, w)
	case svg.Alignment:
		lines = Traces{Rows: []Trace{traceOf(d.Above), traceOf(d.Below)}}.Render(w, min(h-2, 12), nil)
		text = d.Text
	default:
		p, need, below := pictureOf(d)
		lines, text = p.Render(w, max(min(h-1, need), 4), nil), below
	}
	for _, line := range lines {
		b.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	if text != "" {
		b.WriteString(string(clean.Of(text)) + "\n")
	}
}

// anyHeight is the height of pictures that use all rows.
const anyHeight = math.MaxInt

// pictureOf returns the picture of a drawing, the inverse of [Picture].Figure, with the number
// of rows that it can use and the text below it. It panics on a drawing without a picture.
func pictureOf(d svg.Drawing) (p Picture, need int, below string) {
	switch d := d.(type) {
	case svg.Chart:
		return PlotOf(d), anyHeight, ""
	case svg.Heatmap:
		return heatmapOf(d), 2*len(d.Cells) + 3, ""
	case svg.Scatter:
		s := Scatter{XLabel: clean.Of(d.X), YLabel: clean.Of(d.Y), X: d.Xs, Y: d.Ys, Class: d.Class, Edges: d.Edges, Weak: d.Weak}
		if d.Legend {
			s.Names = clean.All(d.Names)
		}
		return s, anyHeight, ""
	case svg.Traces:
		return tracesOfDrawing(d), 4*len(d.Curves) + 2, ""
	case svg.Band:
		b := Band{XLabel: clean.Of(d.X), YLabel: clean.Of(d.Y), From: d.First, Mean: d.Mean, Half: d.Half, Truth: d.Truth}
		if !slices.ContainsFunc(d.Half, func(v float64) bool { return v != 0 }) {
			b.Half = nil
		}
		return b, anyHeight, d.Text
	case svg.Watch:
		return Watch{XLabel: clean.Of(d.X), YLabel: clean.Of(d.Y), From: d.First, Y: d.Novelty, New: d.New, Alarm: d.Alarm,
			Borders: d.Borders, Line: d.Line, LineLabel: clean.Of(d.LineText)}, anyHeight, "solid bars: alarms · shaded: faults"
	case svg.Mosaic:
		m := Mosaic{Curves: d.Curves, Shades: true}
		for _, t := range d.Tiles {
			m.Tiles = append(m.Tiles, Tile{Values: t.Values, Caption: clean.Of(t.Caption)})
		}
		return m, anyHeight, d.Text
	case svg.Parallel:
		return parallelOf(d), anyHeight, ""
	}
	panic("chart: no picture of this drawing")
}

// PlotOf returns a line chart. A curve of the best point alone is that of one outside the slice.
func PlotOf(d svg.Chart) Plot {
	p := Plot{XLabel: clean.Of(d.X), LogX: d.LogX, LogY: d.LogY, Note: "│ ±SE"}
	if d.Names != nil {
		p.Names = clean.All(d.Names)
	}
	if drawable(d.Limit) {
		p.Lines = []Line{{Y: d.Limit, Label: clean.Of(d.LimitName), Role: Warn}}
	}
	for i, c := range d.Curves {
		if c.Plain && len(c.Points) == 1 && c.Points[0].Best {
			p.Best = &Mark{X: c.Points[0].X, Y: c.Points[0].Y, Elsewhere: clean.Of(c.Name)}
			continue
		}
		s := Series{Name: clean.Of(c.Name)}
		for _, q := range c.Points {
			s.X, s.Y = append(s.X, q.X), append(s.Y, q.Y)
			s.Err = append(s.Err, q.SE)
			s.Bad, s.AsGood = append(s.Bad, q.Bad), append(s.AsGood, q.AsGood)
			if q.Best {
				p.Best = &Mark{X: q.X, Y: q.Y}
			}
		}
		p.Series = append(p.Series, s)
		if d.Faces != nil {
			p.Faces = append(p.Faces, d.Faces[i])
		}
	}
	return p
}

// heatmapOf returns a map in shades.
func heatmapOf(d svg.Heatmap) Heatmap {
	m := Heatmap{XLabel: clean.Of(d.X), YLabel: clean.Of(d.Y), Columns: clean.All(d.Columns), Rows: clean.All(d.Rows), Down: true, Log: d.Log, Blank: d.Sparse, Shades: true}
	for i, row := range d.Cells {
		values, bad, good := make([]float64, len(row)), make([]bool, len(row)), make([]bool, len(row))
		for j, c := range row {
			values[j], bad[j], good[j] = c.Value, c.Bad, c.AsGood
			if c.Best {
				m.Best = &Place{j, i}
			}
		}
		m.Values, m.Bad, m.AsGood = append(m.Values, values), append(m.Bad, bad), append(m.AsGood, good)
	}
	return m
}

// traceOf returns one signal.
func traceOf(t svg.Trace) Trace { return Trace{Name: clean.Of(t.Name), Y: t.Y} }

// tracesOfDrawing returns signals with the borders of their segments.
func tracesOfDrawing(d svg.Traces) Traces {
	t := Traces{Unit: clean.Of(d.X), From: d.First, Step: d.Step}
	if t.Step == 0 {
		t.Step = 1
	}
	for _, c := range d.Curves {
		t.Rows = append(t.Rows, traceOf(c))
	}
	at := 0
	for _, s := range d.Spans {
		if at > 0 {
			t.Borders = append(t.Borders, at)
		}
		at += s.Length
	}
	return t
}

// parallelOf returns paths across axes.
func parallelOf(d svg.Parallel) Parallel {
	p := Parallel{Picked: -1}
	for _, a := range d.Axes {
		p.Axes = append(p.Axes, ParallelAxis{Name: clean.Of(a.Name), Labels: clean.All(a.Labels)})
	}
	for _, path := range d.Paths {
		l := ParallelLine{At: path.At, Best: path.Best}
		switch {
		case path.Best:
			l.Kind = ParallelBest
		case path.Strong:
			l.Kind = ParallelPath
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}

// barLines returns rows of names, bars and texts, in at most w cells.
func barLines(d svg.Bars, w int) []clean.Text {
	name := 0
	columns := 1
	for _, r := range d.Rows {
		name = max(name, width(clean.Of(r.Name)))
		columns = max(columns, len(r.Shares))
	}
	name = min(name, w/3)
	each := (w - name) / columns
	c := newCanvas(w, len(d.Rows)+1, false)
	for k, head := range d.Heads {
		c.text(name+1+k*each, 0, c.fit(clean.Of(head), each-1), Text)
	}
	for i, r := range d.Rows {
		c.text(0, i+1, c.fit(clean.Of(r.Name), name), Text)
		for k, share := range r.Shares {
			x, n := name+1+k*each, 0
			if drawing.Finite(share) {
				n = int(math.Round(min(max(share, 0), 1) * float64(each/2)))
			}
			c.text(x, i+1, clean.Repeat("█", n), Text)
			if k < len(r.Texts) {
				c.text(x+each/2+1, i+1, c.fit(clean.Of(r.Texts[k]), each-each/2-2), Text)
			}
		}
	}
	if len(d.Heads) == 0 {
		return c.lines(nil)[1:]
	}
	return c.lines(nil)
}
