package ui

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
)

// mapPage shows a measure over two axes of the sweep.
type mapPage struct {
	projection.Chart
	measure int
	x, y    clean.Text // labels of the cursor's place; "" before it was moved
}

// mapped is what a map can show.
type mapped struct {
	name  clean.Text
	get   func(*choose.Row) choose.Stat
	log   bool
	write func(float64) clean.Text
	check bool // it is the unit-variance check
}

// mapMeasures are those of the sweep, what it is judged by first, then what
// depends on the readout.
func mapMeasures(sc *snapshot.Sweep) []mapped {
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
	var out []mapped
	for _, m := range measures {
		out = append(out, mapped{
			name: clean.Of(m.Show.Map), get: func(r *choose.Row) choose.Stat { return r.Of(m) }, log: m.Log, write: snapshot.WriterOf(m), check: m == measure.Deviation,
		})
	}
	return append(out, mapped{name: "seconds", log: true, write: humanize.Number, get: func(r *choose.Row) choose.Stat {
		return choose.Stat{Mean: r.Seconds(), SE: math.NaN(), N: 1}
	}})
}

// overTwo are the axes that a map prefers.
var overTwo = []string{"lambda", "m", "p", "degree", "alpha", "gamma", "method", "kernel", "select", "graph", "space", "readout"}

// mapView is what the map shows of the sweep: the axis of lines goes upwards.
func (m *model) mapView() projection.View {
	want := m.atlas.Wished(projection.OverSigma, overTwo)
	for _, a := range m.Sweep.Axes {
		want.Lines = append(want.Lines, a.Name)
	}
	want.Readout = true
	want.Has = func(r *choose.Row) bool { return true }
	return m.Lens.Aim(&m.Sweep, m.Base(), want)
}

// cells are the rows of the scene by their places on a map, row by row from the
// bottom; nil where there is none.
type cells struct {
	columns, rows []clean.Text
	at            [][]*choose.Row
}

func cellsOf(sc *snapshot.Sweep, v projection.View) cells {
	named := func(name string) []clean.Text {
		for _, a := range sc.Axes {
			if a.Name == name {
				return a.Labels
			}
		}
		return nil
	}
	c := cells{columns: named(v.X.Name), rows: []clean.Text{""}}
	x := parameter.Named(v.X.Name)
	if c.columns == nil { // the axis is not one in which the sweep varies
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

// cursorAt is the cursor's place, before it was moved that of the base.
func (p *mapPage) cursorAt(m *model, v projection.View, c cells) chart.Place {
	x, y := p.x, p.y
	if !slices.Contains(c.columns, x) {
		x = parameter.Named(v.X.Name).Label(m.Base())
	}
	if v.Lines != nil && !(slices.Contains(c.rows, y) && p.x != "") {
		y = v.Lines.Label(m.Base())
	}
	return chart.Place{Column: max(slices.Index(c.columns, x), 0), Row: max(slices.Index(c.rows, y), 0)}
}

// move moves the cursor.
func (p *mapPage) move(m *model, right, up int) {
	v := m.mapView()
	c := cellsOf(&m.Sweep, v)
	if len(c.columns) == 0 {
		return
	}
	at := p.cursorAt(m, v, c)
	p.x = c.columns[min(max(at.Column+right, 0), len(c.columns)-1)]
	p.y = c.rows[min(max(at.Row+up, 0), len(c.rows)-1)]
}

// row is the row under the cursor, nil where there is none.
func (p *mapPage) row(m *model) *choose.Row {
	v := m.mapView()
	c := cellsOf(&m.Sweep, v)
	if len(c.columns) == 0 {
		return nil
	}
	at := p.cursorAt(m, v, c)
	return c.at[at.Row][at.Column]
}

// mapWide is the width from which on a second map stands beside the first.
const mapWide = 150

// mapPageView draws the map, and on wide screens others beside it.
func (m *model) mapPageView(w, h int) []clean.Text {
	v := m.mapView()
	c := cellsOf(&m.Sweep, v)
	all := mapMeasures(&m.Sweep)
	var row []layout.Panel
	for i := range min(max(w/(mapWide/2), 1), len(all), 3) {
		q := all[(m.atlas.measure+i)%len(all)]
		row = append(row, layout.Panel{Name: q.name, Detail: m.mapDetail(v), Body: func(w, h int) []clean.Text { return m.drawMap(v, c, q, w, h) }})
	}
	foot := []clean.Text{m.mapReading(v, c, all, w)}
	if len(v.Held) > 0 && h >= 10 {
		foot = append(foot, m.sliders(v, w))
	}
	rest := h - 1 - len(foot)
	if len(row) == 1 {
		head := layout.Header(m.Style, "5", row[0].Name, row[0].Detail, w, true)
		return append(append([]clean.Text{head}, layout.Fit(row[0].Body(w, rest), w, rest)...), foot...)
	}
	head := layout.Header(m.Style, "5", "map", row[0].Detail, w, true)
	for i := range row {
		row[i].Detail = ""
	}
	return append(append([]clean.Text{head}, layout.Panels(m.Style, [][]layout.Panel{row}, w, rest)...), foot...)
}

// sliders shows where the other axes are held: m ─●─ 100. The one that [ and ]
// change is marked.
func (m *model) sliders(v projection.View, w int) clean.Text {
	text := clean.Text("")
	for i, h := range v.Held {
		at, n := slices.Index(h.Labels, h.Label), min(len(h.Labels), 9)
		track := clean.Repeat("─", n)
		if at >= 0 {
			at = at * n / len(h.Labels)
			track = clean.Repeat("─", at) + "●" + clean.Repeat("─", n-at-1)
		}
		role := chart.Text
		if h.Name == m.Lens.Picked || m.Lens.Picked == "" && i == 0 {
			role = chart.Accent
		}
		text += " " + m.Style.Paint(role, h.Symbol+" "+track+" "+h.Label) + " "
	}
	return layout.Cut(text, w)
}

// mapDetail says what the axes are, and what the others are held at.
func (m *model) mapDetail(v projection.View) clean.Text {
	text := "over " + v.X.Symbol
	if v.Lines != nil {
		text = v.Lines.Symbol + " " + text
	}
	if title := v.Title(m.Lens.Picked); title != "" {
		text += "  " + title
	}
	return text
}

func (m *model) drawMap(v projection.View, c cells, q mapped, w, h int) []clean.Text {
	out := chart.Heatmap{XLabel: v.X.Symbol, Columns: c.columns, Rows: slices.Clone(c.rows), Log: q.log, Number: q.write, Shades: m.Style.Shaded(), ASCII: m.Style.Letters()}
	if v.Lines != nil {
		out.YLabel = v.Lines.Symbol
		if last := len(c.rows) - 1; c.rows[last] == "" {
			out.Rows[last] = "none"
		}
	}
	for i, row := range c.at {
		values, bad := make([]float64, len(row)), make([]bool, len(row))
		for j, r := range row {
			values[j] = math.NaN()
			if r == nil {
				continue
			}
			values[j], bad[j] = snapshot.Mean(q.get(r)), r.Measured() && snapshot.Violated(r)
			if m.Sweep.IsBest(r) {
				out.Best = &chart.Place{Column: j, Row: i}
			}
		}
		out.Values, out.Bad = append(out.Values, values), append(out.Bad, bad)
	}
	at := m.atlas.cursorAt(m, v, c)
	out.Cursor = &at
	return out.Render(w, h, m.Style.Paint)
}

// cleaned are labels that may come from files, fit to be shown.
func cleaned(labels []string) []clean.Text {
	out := make([]clean.Text, len(labels))
	for i, l := range labels {
		out[i] = clean.Of(l)
	}
	return out
}

// mapReading says what is under the cursor.
func (m *model) mapReading(v projection.View, c cells, all []mapped, w int) clean.Text {
	if len(c.columns) == 0 {
		return ""
	}
	at := m.atlas.cursorAt(m, v, c)
	place := v.X.Symbol + "=" + c.columns[at.Column]
	if v.Lines != nil {
		place += " " + v.Lines.Text(c.rows[at.Row])
	}
	text := m.Style.Paint(chart.Accent, " "+place)
	r := c.at[at.Row][at.Column]
	switch {
	case r == nil:
		return layout.Cut(text+"  "+m.Style.Paint(chart.Faint, "no point is finished here"), w)
	case !r.Measured():
		return layout.Cut(text+"  "+m.Style.Paint(chart.Bad, "✗ failed: "+clean.Of(r.Results[0].Error)), w)
	}
	for i := range all {
		q := all[(m.atlas.measure+i)%len(all)]
		part := "  " + q.name + " " + humanize.WithError(snapshot.Mean(q.get(r)), q.get(r).SE, q.write)
		if i > 0 && layout.Width(text+part) > w {
			break
		}
		if q.check && snapshot.Violated(r) {
			part = m.Style.Paint(chart.Bad, "  ✗"+part[1:])
		}
		text += part
	}
	return layout.Cut(text, w)
}
