package sessions

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// mapPrefix makes the name of a map of the name of what it is shaded by; alone
// it is one of what the best is chosen by.
const mapPrefix = "map"

// MapViews are the views of a session's configurations over two parameters.
func MapViews() []string {
	names := []string{mapPrefix}
	for _, v := range sweepViews {
		names = append(names, mapPrefix+"-"+v.name)
	}
	return names
}

// shadedBy is the view whose values a map is shaded by.
func shadedBy(view string) string {
	if view == mapPrefix {
		return "validation"
	}
	return strings.TrimPrefix(view, mapPrefix+"-")
}

// mapOf lays out a map as it is asked for.
func (s *Session) mapOf(rows []sweep.Row, best int, sub subject, p Plot) (heatmap, error) {
	numbers, words, held := plotAxes(rows, sub.readout)
	all := append(numbers, words...)
	if len(all) == 0 {
		return heatmap{}, plotErrorf("nothing varies in the sweep: there is nothing to lay a map out over")
	}
	x, lines, rest := &all[0], (*sweep.Axis)(nil), all[1:]
	if len(rest) > 0 {
		lines, rest = &rest[0], rest[1:]
	}
	held = append(held, rest...)
	if p.Axis != "" || p.Series != "" {
		var err error
		if x, lines, held, err = chosenAxes(rows, x, lines, held, p, true); err != nil {
			return heatmap{}, err
		}
	}
	m, ok := mapOver(rows, best, sub, x, lines, held)
	if !ok {
		return heatmap{}, plotErrorf("no point has a %s over %s", sub.name, x.Name)
	}
	return m, nil
}

// mapOver shades the places of two axes by a subject, lines upwards, nil for one
// row. What is held is as it is in the best row.
func mapOver(rows []sweep.Row, best int, sub subject, x, lines *sweep.Axis, held []sweep.Axis) (heatmap, bool) {
	base := rows[max(best, 0)].Config
	if x.Of(&base) == "" {
		base = rows[slices.IndexFunc(rows, func(r sweep.Row) bool { return r.Config.Text(x.Name) != "" })].Config
	}
	var in []*sweep.Row
	for i := range rows {
		if r := &rows[i]; x.Of(&r.Config) != "" && shown(r.Config, base, held) {
			in = append(in, r)
		}
	}
	columns, upwards := places(in, x), places(in, lines)
	m := heatmap{
		x: cmp.Or(x.Symbol, x.Name), number: short,
		columns: make([]string, len(columns)), rows: make([]string, len(upwards)), cells: make([][]cell, len(upwards)),
	}
	for j, p := range columns {
		m.columns[j] = placeName(p, x)
	}
	for i, p := range upwards {
		m.rows[len(upwards)-1-i], m.cells[i] = placeName(p, lines), make([]cell, len(columns))
		for j := range m.cells[i] {
			m.cells[i][j].value = math.NaN()
		}
	}
	if lines != nil {
		m.y = cmp.Or(lines.Symbol, lines.Name)
	}
	any := false
	for _, r := range in {
		same := func(a *sweep.Axis) func(part.Point) bool {
			return func(p part.Point) bool { return a == nil || a.Of(&p) == a.Of(&r.Config) }
		}
		c := &m.cells[len(upwards)-1-slices.IndexFunc(upwards, same(lines))][slices.IndexFunc(columns, same(x))]
		if c.text == "" {
			*c = rowCell(r, sub, x, lines, best >= 0 && r == &rows[best])
			any = any || finite(c.value)
		}
	}
	m.settle(sub)
	m.title = datasets.Clean(strings.Join(append([]string{sub.name}, heldTexts(base, held)...), " · "))
	return m, any
}

// rowCell is a row of the sweep as a cell.
func rowCell(r *sweep.Row, sub subject, x, lines *sweep.Axis, best bool) cell {
	stat := sub.of(r)
	c := cell{value: math.NaN(), best: best, bad: !r.VarianceOK || r.Failed > 0}
	if stat.N > 0 && finite(stat.Mean) {
		c.value = stat.Mean
	}
	c.text = axisText(r.Config, *x)
	if lines != nil {
		c.text += " " + axisText(r.Config, *lines)
	}
	c.text += ": " + stat.String()
	if best {
		c.text = "best: " + c.text
	}
	if !r.VarianceOK {
		c.text += ", violates unit variance"
	}
	if r.Failed > 0 {
		i := slices.IndexFunc(r.Results, func(res *result.Result) bool { return res.Error != "" })
		c.text += fmt.Sprintf(", %d of %d folds failed: %s", r.Failed, len(r.Results), r.Results[i].Error)
	}
	c.text = datasets.Clean(c.text)
	return c
}

// settle chooses the kind of scale as plots do, and names the marks.
func (m *heatmap) settle(sub subject) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, row := range m.cells {
		for _, c := range row {
			if finite(c.value) {
				lo, hi = min(lo, c.value), max(hi, c.value)
			}
			if c.best {
				m.best = "best"
			}
			if c.bad && !c.best {
				m.bad = "failed, or violates unit variance"
			}
		}
	}
	m.log = sub.checked || lo > 0 && hi > 10*lo
}

// places are configurations, one for each value of an axis: numbers in order,
// what has none last. Without an axis it is any.
func places(rows []*sweep.Row, a *sweep.Axis) []part.Point {
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

// placeName is the value of an axis at a place: 1e-7, lda, none.
func placeName(p part.Point, a *sweep.Axis) string {
	if a == nil {
		return ""
	}
	if v, ok := a.Number(&p); ok {
		return short(v)
	}
	return datasets.Clean(cmp.Or(a.Of(&p), "none"))
}
