package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/export/svg"
)

// mapOver shades the values of two axes by a measure, with l.lines upwards, or
// one row if that is nil. The held parameters have their value in the best row.
func (sw sweepRows) mapOver(quantity *measure.Measure, l layout) (svg.Heatmap, bool) {
	x, lines, rows := l.x, l.lines, sw.rows
	base := sw.base().Config
	if x.Of(&base) == "" {
		base = rows[slices.IndexFunc(rows, func(r choose.Row) bool { return r.Config.Text(x.Name) != "" })].Config
	}
	var in []*choose.Row
	at := map[*choose.Row]int{}
	for i := range rows {
		if r := &rows[i]; x.Of(&r.Config) != "" && l.shows(r.Config, base) {
			in = append(in, r)
			at[r] = i
		}
	}
	columns, upwards := axisPoints(in, x), axisPoints(in, lines)
	m := svg.Heatmap{
		X:       cmp.Or(x.Symbol, x.Name),
		Columns: make([]string, len(columns)), Rows: make([]string, len(upwards)), Cells: make([][]svg.Cell, len(upwards)),
	}
	for j, p := range columns {
		m.Columns[j] = placeName(p, x)
	}
	for i, p := range upwards {
		m.Rows[len(upwards)-1-i], m.Cells[i] = placeName(p, lines), make([]svg.Cell, len(columns))
		for j := range m.Cells[i] {
			m.Cells[i][j].Value = math.NaN()
		}
	}
	if lines != nil {
		m.Y = cmp.Or(lines.Symbol, lines.Name)
	}
	any := false
	for _, r := range in {
		same := func(a *part.Axis) func(part.Point) bool {
			return func(p part.Point) bool { return a == nil || a.Of(&p) == a.Of(&r.Config) }
		}
		c := &m.Cells[len(upwards)-1-slices.IndexFunc(upwards, same(lines))][slices.IndexFunc(columns, same(x))]
		if c.Text == "" {
			*c = sw.rowCell(at[r], quantity, l)
			any = any || drawing.Finite(c.Value)
		}
	}
	settleMap(&m, quantity)
	m.Title = l.title(sw.heading(quantity), base)
	return m, any
}

func (sw sweepRows) rowCell(i int, quantity *measure.Measure, l layout) svg.Cell {
	r := &sw.rows[i]
	stat := sw.by.Of(r, quantity)
	c := svg.Cell{Value: math.NaN(), Best: sw.starred(i), AsGood: sw.isAsGood(i), Bad: !r.VarianceOK || r.Failed > 0}
	if stat.N > 0 && drawing.Finite(stat.Mean) {
		c.Value = stat.Mean
	}
	c.Text = axisText(r.Config, l.x)
	if l.lines != nil {
		c.Text += " " + axisText(r.Config, l.lines)
	}
	c.Text += ": " + sw.by.Text(r, quantity)
	switch {
	case c.Best:
		c.Text = "best: " + c.Text
	case c.AsGood:
		c.Text = "as good as the best: " + c.Text
	}
	if !r.VarianceOK {
		c.Text += ", violates unit variance"
	}
	if r.Failed > 0 {
		i := slices.IndexFunc(r.Results, func(res *result.Result) bool { return res.Error != "" })
		c.Text += fmt.Sprintf(", %d of %d folds failed: %s", r.Failed, len(r.Results), r.Results[i].Error)
	}
	c.Text = message.Clean(c.Text)
	return c
}

// settleMap chooses a linear or logarithmic scale, as charts do, and names the
// marks.
func settleMap(m *svg.Heatmap, quantity *measure.Measure) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, row := range m.Cells {
		for _, c := range row {
			if drawing.Finite(c.Value) {
				lo, hi = min(lo, c.Value), max(hi, c.Value)
			}
		}
	}
	m.NameMarks()
	m.Log = quantity == measure.Deviation || lo > 0 && hi > 10*lo
}

// axisPoints returns one configuration for each value of an axis: numbers in
// order, rows without a value last. Without an axis it returns any one.
func axisPoints(rows []*choose.Row, a *part.Axis) []part.Point {
	var out []part.Point
	for _, r := range rows {
		if !slices.ContainsFunc(out, func(p part.Point) bool { return a == nil || a.Of(&p) == a.Of(&r.Config) }) {
			out = append(out, r.Config)
		}
	}
	if a == nil {
		return out
	}
	rank := func(p part.Point) float64 {
		if v, ok := a.Number(&p); ok {
			return v
		}
		return math.Inf(1)
	}
	slices.SortStableFunc(out, func(p, q part.Point) int { return cmp.Compare(rank(p), rank(q)) })
	return out
}

// placeName returns the value of an axis: 1e-7, lda, none.
func placeName(p part.Point, a *part.Axis) string {
	if a == nil {
		return ""
	}
	if v, ok := a.Number(&p); ok {
		return svg.Number(v)
	}
	return message.Clean(cmp.Or(a.Of(&p), "none"))
}
