// Package sweepmap is the page that draws a measure over two axes of the sweep.
package sweepmap

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Page shows a measure over two axes of the sweep.
type Page struct {
	sweepview.Chart
	measure int
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Map }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	around := page.Keyed(func(sc *page.Scene, key string) { p.moveBy(sc, page.Sideways(key), 0) })
	return []page.Action{
		page.Picture.With(page.NoRows, page.Doing(func(*page.Scene) { p.measure++ })),
		page.Axes.With(page.NoRows, page.Keyed(func(sc *page.Scene, key string) {
			if key == "a" {
				p.TurnAxis(&sc.Sweep, p.Projection(sc))
			} else {
				p.TurnLines(&sc.Sweep, p.Projection(sc))
			}
		})),
		page.Around.With(page.NoRows, around),
		page.Details,
	}
}

// Move moves the cursor up and down.
func (p *Page) Move(sc *page.Scene, by int) { p.moveBy(sc, 0, -by) }

// Held returns the axes that the map does not show.
func (p *Page) Held(sc *page.Scene) []sweepview.HeldAxis { return p.Projection(sc).Held }

// mapMeasure is a measure that a map can show.
type mapMeasure struct {
	name  clean.Text
	get   func(*choose.Row) choose.Stat
	log   bool
	write func(float64) clean.Text
	check bool // is the unit-variance check
	graph bool // depends on the training graph; values of different graphs do not compare
}

// measures returns the measures of the sweep: the one that points are chosen by, then those of
// the readout, then the others.
func measures(sc *sweepview.Sweep) []mapMeasure {
	measures := sc.Measures(measure.Maps)
	rank := func(m *measure.Measure) int {
		switch {
		case m.Chooses() && m.Readout:
			return 0
		case m.Chooses():
			return 1
		case m.Readout:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(measures, func(a, b *measure.Measure) int { return rank(a) - rank(b) })
	var out []mapMeasure
	for _, m := range measures {
		out = append(out, mapMeasure{
			name: measureTitle(sc, m), get: func(r *choose.Row) choose.Stat { return sc.By.Of(r, m) }, log: m.Log, write: sweepview.WriterOf(m), check: m == measure.Deviation, graph: m.Graph,
		})
	}
	return append(out, mapMeasure{name: "seconds", log: true, write: clean.Number, get: func(r *choose.Row) choose.Stat {
		return choose.Stat{Mean: r.Seconds(), SE: math.NaN(), N: 1}
	}})
}

// measureTitle returns the title of a measure with its better direction.
func measureTitle(sc *sweepview.Sweep, m *measure.Measure) clean.Text {
	name := sc.InWords(m.Show.Map)
	if m == measure.Deviation {
		name = "unit variance: largest |var−1|"
	}
	return name + " " + sweepview.Arrow(m.Better)
}

// preferredLines lists the preferred vertical axes of a map.
var preferredLines = []string{"lambda", "m", "p", "degree", "alpha", "gamma", "method", "kernel", "select", "graph", "space", "readout"}

// Projection returns the part of the sweep that the map shows; the line axis is vertical.
func (p *Page) Projection(sc *page.Scene) sweepview.View {
	want := p.Wished(sweepview.OverSigma, preferredLines)
	for _, a := range sc.Sweep.Drawn {
		want.Lines = append(want.Lines, a.Name)
	}
	want.Readout = true
	want.Has = func(r *choose.Row) bool { return true }
	if all := measures(&sc.Sweep); len(all) > 0 {
		want.WithinGraph = all[p.measure%len(all)].graph
	}
	return sc.Lens.Aim(&sc.Sweep, sc.Base(), want)
}

// mapCells holds the rows of the sweep by their positions on a map, row by row from the bottom;
// nil for empty positions.
type mapCells struct {
	columns, rows []clean.Text
	at            [][]*choose.Row
}

// cellsOf returns the rows of the sweep by their positions on a map.
func cellsOf(sc *sweepview.Sweep, v sweepview.View) mapCells {
	named := func(name string) []clean.Text {
		for _, a := range sc.Drawn {
			if a.Name == name {
				return a.Labels
			}
		}
		return nil
	}
	c := mapCells{columns: named(v.X.Name), rows: []clean.Text{""}}
	x := v.X
	if c.columns == nil { // the sweep does not vary on this axis
		c.columns = x.Over(sc.Outline.Configs).Labels
	}
	if v.Lines != nil {
		c.rows = append(slices.Clone(v.Lines.Labels), "")
	}
	c.at = make([][]*choose.Row, len(c.rows))
	for i := range c.at {
		c.at[i] = make([]*choose.Row, len(c.columns))
	}
	shown := v.Shown(sc)
	for i := range sc.Rows {
		r := &sc.Rows[i]
		if !shown(i) {
			continue
		}
		row, column := 0, slices.Index(c.columns, x.Label(r.Config))
		if v.Lines != nil {
			row = slices.Index(c.rows, v.Lines.Label(r.Config))
		}
		if row >= 0 && column >= 0 && c.at[row][column] == nil {
			c.at[row][column] = r
		}
	}
	if last := len(c.rows) - 1; v.Lines != nil && !slices.ContainsFunc(c.at[last], func(r *choose.Row) bool { return r != nil }) {
		c.rows, c.at = c.rows[:last], c.at[:last] // every row has the parameter
	}
	return c
}

// cursorAt returns the position of the point under the cursor, or of the most similar visible
// one.
func cursorAt(sc *page.Scene, v sweepview.View, c mapCells) chart.Place {
	row := slices.Index(c.rows, clean.Text(""))
	if v.Lines != nil {
		row = slices.Index(c.rows, v.Lines.Label(sc.Base()))
	}
	return chart.Place{Column: max(slices.Index(c.columns, v.X.Label(sc.Base())), 0), Row: max(row, 0)}
}

// moveBy moves the cursor along the axes of the map.
func (p *Page) moveBy(sc *page.Scene, right, up int) {
	v := p.Projection(sc)
	if right != 0 {
		sc.Table.Step(&sc.Sweep, v.Axis(&sc.Sweep), right, false)
	}
	if up != 0 && v.Lines != nil {
		sc.Table.Step(&sc.Sweep, *v.Lines, up, false)
	}
}

// mapWide is the least width with a second map beside the first.
const mapWide = 150

// View draws the map, and on wide screens further measures beside it.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	v := p.Projection(sc)
	c := cellsOf(&sc.Sweep, v)
	all := measures(&sc.Sweep)
	var row []layout.Panel
	for i, most := 0, min(max(w/(mapWide/2), 1), len(all), 3); i < len(all) && len(row) < most; i++ {
		q := all[(p.measure+i)%len(all)]
		if q.graph && v.OverGraphs() {
			continue
		}
		row = append(row, layout.Panel{Name: q.name, Detail: p.detail(sc, v), Body: func(w, h int) []clean.Text { return p.drawMap(sc, v, c, q, w, h) }})
	}
	foot := []clean.Text{p.cursorReading(sc, v, c, all, w)}
	if len(v.Held) > 0 && h >= 10 {
		foot = append(foot, p.sliders(sc, v, w))
	}
	rest := h - 1 - len(foot)
	if len(row) == 1 {
		head := layout.Header(sc.Style, "5", row[0].Name, row[0].Detail, w, true)
		return append(append([]clean.Text{head}, layout.Fit(row[0].Body(w, rest), w, rest)...), foot...)
	}
	head := layout.Header(sc.Style, "5", "map", row[0].Detail, w, true)
	for i := range row {
		row[i].Detail = ""
	}
	return append(append([]clean.Text{head}, layout.Panels(sc.Style, [][]layout.Panel{row}, w, rest)...), foot...)
}

// sliders draws the values of the held axes: m ─●─ 100. The one that [ and ] change is
// highlighted.
func (p *Page) sliders(sc *page.Scene, v sweepview.View, w int) clean.Text {
	text := clean.Text("")
	for i, h := range v.Held {
		at, n := slices.Index(h.Labels, h.Label), min(len(h.Labels), 9)
		track := clean.Repeat("─", n)
		if at >= 0 {
			at = at * n / len(h.Labels)
			track = clean.Repeat("─", at) + "●" + clean.Repeat("─", n-at-1)
		}
		role := chart.Text
		if h.Name == sc.Lens.Picked || sc.Lens.Picked == "" && i == 0 {
			role = chart.Accent
		}
		text += " " + sc.Style.Paint(role, h.Symbol+" "+track+" "+h.Label) + " "
	}
	return layout.Cut(text, w)
}

// detail returns the axes of the map and the values of the held ones.
func (p *Page) detail(sc *page.Scene, v sweepview.View) clean.Text {
	text := "over " + v.X.Symbol
	if v.Lines != nil {
		text = v.Lines.Symbol + " " + text
	}
	if title := v.Title(sc.Lens.Picked); title != "" {
		text += "  " + title
	}
	return text
}

// drawMap draws a measure as a map.
func (p *Page) drawMap(sc *page.Scene, v sweepview.View, c mapCells, q mapMeasure, w, h int) []clean.Text {
	out := chart.Heatmap{XLabel: v.X.Symbol, Columns: c.columns, Rows: slices.Clone(c.rows), Log: q.log, Number: q.write, Star: sc.Sweep.Star(), Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters()}
	if v.Lines != nil {
		out.YLabel = v.Lines.Symbol
		if last := len(c.rows) - 1; c.rows[last] == "" {
			out.Rows[last] = "none"
		}
	}
	for i, row := range c.at {
		values, bad, good := make([]float64, len(row)), make([]bool, len(row)), make([]bool, len(row))
		for j, r := range row {
			values[j] = math.NaN()
			if r == nil {
				continue
			}
			values[j], bad[j] = sweepview.Mean(q.get(r)), r.Measured() && sweepview.Violated(r)
			good[j] = sc.Sweep.AsGood(r)
			if sc.Sweep.IsBest(r) {
				out.Best = &chart.Place{Column: j, Row: i}
			}
		}
		out.Values, out.Bad, out.AsGood = append(out.Values, values), append(out.Bad, bad), append(out.AsGood, good)
	}
	at := cursorAt(sc, v, c)
	out.Cursor = &at
	return sc.Draw("map of "+q.name+" · "+p.detail(sc, v), out, w, h)
}

// cursorReading returns the values of the point under the cursor.
func (p *Page) cursorReading(sc *page.Scene, v sweepview.View, c mapCells, all []mapMeasure, w int) clean.Text {
	if len(c.columns) == 0 {
		return ""
	}
	at := cursorAt(sc, v, c)
	place := v.X.Symbol + "=" + c.columns[at.Column]
	if v.Lines != nil {
		place += " " + v.Lines.Text(c.rows[at.Row])
	}
	text := sc.Style.Paint(chart.Accent, " "+place)
	r := c.at[at.Row][at.Column]
	switch {
	case r == nil:
		return layout.Cut(text+"  "+sc.Style.Paint(chart.Faint, "no point is finished here"), w)
	case !r.Measured():
		return layout.Cut(text+"  "+sc.Style.Paint(chart.Bad, "✗ failed: "+clean.Of(r.Results[0].Error)), w)
	}
	for i := range all {
		q := all[(p.measure+i)%len(all)]
		part := "  " + q.name + " " + clean.WithError(sweepview.Mean(q.get(r)), q.get(r).SE, q.write)
		if i > 0 && layout.Width(text+part) > w {
			break
		}
		if q.check && sweepview.Violated(r) {
			part = sc.Style.Paint(chart.Bad, "  ✗"+part[1:])
		}
		text += part
	}
	return layout.Cut(text, w)
}
