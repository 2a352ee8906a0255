package ui

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/theme"
)

// varianceView draws the unit-variance check over the sweep, of the selected
// point feature by feature, with the plain and with the shifted kernel, and of
// every point, violations first.
func (m *model) varianceView(w, h int) []clean.Text {
	v := m.paneView(overview.PaneVariance)
	name, detail := m.paneTitle(overview.PaneVariance, v)
	row, result := m.Looked()
	over := layout.Panel{Name: name, Detail: detail, Body: func(w, h int) []clean.Text { return m.variance.View(&m.Sweep, v, m.Style, w, h) }}
	if row == nil {
		head := layout.Header(m.Style, "2", name, detail, w, true)
		return append([]clean.Text{head}, over.Body(w, h-1)...)
	}
	each := layout.Panel{Name: "|var−1| of each feature", Detail: page.FoldWord(result), Body: m.eachVariance}
	list := layout.Panel{Name: "every point", Detail: "violations first; of each feature · within, ▲ above, ▼ below", Body: m.varianceList}
	rows := [][]layout.Panel{{over, each}, {list}}
	switch {
	case w >= 180:
		rows = [][]layout.Panel{{over, each, list}}
	case h < 16:
		rows = [][]layout.Panel{{list}}
	}
	head := layout.Header(m.Style, "2", "unit variance", m.Starred(row), w, true)
	return append([]clean.Text{head}, layout.Panels(m.Style, rows, w, h-1)...)
}

// eachVariance draws how far each feature of the selected point is from unit
// variance; of a shifted kernel beside the plain one, once that is computed.
func (m *model) eachVariance(w, h int) []clean.Text {
	_, r := m.Looked()
	if r == nil {
		_, why := m.Answered(page.Checking)
		return layout.Waiting(m.Style, why, w, h)
	}
	pl := chart.Plot{XLabel: "feature", LogY: true, Lines: []chart.Line{{Y: m.Sweep.Tolerance, Label: clean.Sprintf("tolerance %g", m.Sweep.Tolerance), Role: chart.Warn}}}
	add := func(name clean.Text, values []float64) {
		s := chart.Series{Name: name}
		for i, v := range values {
			off := math.Abs(v - 1)
			s.X, s.Y, s.Bad = append(s.X, float64(i+1)), append(s.Y, off), append(s.Bad, !(off <= m.Sweep.Tolerance))
		}
		if len(values) > 0 {
			pl.Series = append(pl.Series, s)
		}
	}
	add(overview.KernelWord(r.Point), snapshot.Floats(r.Variance.Each))
	asked, any := m.inquires()
	if !any || asked.Kind != page.Checking {
		return pl.Render(w, h, m.Style.Paint)
	}
	p, why := m.Answered(page.Checking)
	if p != nil {
		add(overview.KernelWord(p.Point), p.Variances)
		return pl.Render(w, h, m.Style.Paint)
	}
	if word := overview.KernelWord(asked.Point); word != "" {
		why = word + " kernel: " + why
	}
	return append(pl.Render(w, h-1, m.Style.Paint), m.Style.Paint(chart.Faint, layout.Cut(why, w)))
}

// rowAt is the row at a place in the table.
func (m *model) rowAt(place int) *choose.Row { return m.Sweep.Row(m.Table.Order[place]) }

// byDeviation are the places in the table of rows with results, those furthest
// from unit variance first and those that failed last.
func (m *model) byDeviation() []int {
	var order []int
	for i := range m.Table.Order {
		if len(m.rowAt(i).Results) > 0 {
			order = append(order, i)
		}
	}
	off := func(i int) float64 {
		d := snapshot.Mean(m.rowAt(i).Of(measure.Deviation))
		if math.IsNaN(d) {
			return -1
		}
		return d
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(off(b), off(a)) })
	return order
}

// varianceList lists the points, violations first.
func (m *model) varianceList(w, h int) []clean.Text {
	order := m.byDeviation()
	top := 0
	if m.Table.Picked { // else the best is selected, and the worst are what is looked for
		top = max(min(slices.Index(order, m.Table.At)-h/2, len(order)-h), 0)
	}
	label := 0
	for _, i := range order[top:min(top+h, len(order))] {
		label = max(label, layout.Width(m.Words(m.rowAt(i).Config)))
	}
	label = min(label, max(w-30, w/2))
	var lines []clean.Text
	for _, i := range order[top:min(top+h, len(order))] {
		lines = append(lines, m.varianceLine(i, label, w))
	}
	return lines
}

// varianceLine is the check of one point: its sign, how far it is off, and a
// sign for each feature of the fold that is furthest off.
func (m *model) varianceLine(i, label, w int) clean.Text {
	r := m.rowAt(i)
	mark := clean.Text(" ")
	if i == m.Table.At {
		mark = "›"
	}
	name := mark + layout.Pad(m.Words(r.Config), label) + " "
	sign, role, text := clean.Text("✓"), chart.Good, clean.Text("")
	switch {
	case !r.Measured():
		sign, role = "▲", chart.Warn
		text = "failed"
	case snapshot.Violated(r):
		sign, role = "✗", chart.Bad
	}
	if text == "" {
		text = layout.PadLeft(humanize.Number(r.Of(measure.Deviation).Mean), 8) + "  " + overview.FeatureSigns(r, m.Sweep.Tolerance)
	}
	if i == m.Table.At {
		return m.Style.Paint(theme.Selected, layout.Pad(name+sign+" "+text, w))
	}
	return layout.Cut(name+m.Style.Paint(role, sign+" "+text), w)
}

// moveByDeviation selects the next point in the order of [model.byDeviation].
func (m *model) moveByDeviation(by int) {
	order := m.byDeviation()
	if len(order) == 0 {
		return
	}
	at := slices.Index(order, m.Table.At)
	if at < 0 {
		at = 0
	}
	m.Table.Move(&m.Sweep, order[min(max(at+by, 0), len(order)-1)]-m.Table.At)
}
