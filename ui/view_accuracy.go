package ui

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/snapshot"
)

// accuracyView draws all that is known of how well readouts do: over the sweep,
// over the number of features, by class and by group.
func (m *model) accuracyView(w, h int) []clean.Text {
	v := m.paneView(overview.PaneAccuracy)
	name, detail := m.paneTitle(overview.PaneAccuracy, v)
	row, _ := m.Looked()
	if row == nil {
		head := layout.Header(m.Style, "3", name, detail, w, true)
		return append([]clean.Text{head}, m.accuracy.View(&m.Sweep, v, m.Style, w, h-1)...)
	}
	all := layout.Panel{Name: name, Detail: detail, Body: func(w, h int) []clean.Text { return m.accuracy.View(&m.Sweep, v, m.Style, w, h) }}
	curves := layout.Panel{Name: "first p features", Detail: "test", Body: m.sizeCurves}
	if !parameter.Varies(m.Sweep.Axes, "readout") {
		curves.Detail += ", " + clean.Of(readout.Name.Of(row.Config))
	}
	mistakes, counts, of := overview.Confusions(row)
	confusion := layout.Panel{Name: "taken for", Detail: clean.Sprintf("%s of test, a row for each class", of), Body: func(w, h int) []clean.Text { return m.confusionMap(counts, w, h) }}
	if counts == nil {
		confusion.Detail = ""
	} else if mistakes > 0 {
		confusion.Name = clean.Sprintf("taken for, %d wrong", mistakes)
	}
	groups := layout.Panel{Name: "groups", Detail: "test", Body: m.groupBars}
	rows := [][]layout.Panel{{all, curves}, {confusion, groups}}
	switch {
	case w >= 180:
		rows = [][]layout.Panel{{all, curves, confusion, groups}}
	case h < 16:
		rows = [][]layout.Panel{{confusion, groups}}
	}
	head := layout.Header(m.Style, "3", "accuracy", m.Starred(row), w, true)
	return append([]clean.Text{head}, layout.Panels(m.Style, rows, w, h-1)...)
}

func (m *model) confusionMap(counts [][]int, w, h int) []clean.Text {
	if counts == nil {
		return layout.Waiting(m.Style, "no classes are told apart here", w, h)
	}
	q := chart.Heatmap{Down: true, Shades: m.Style.Shaded(), ASCII: m.Style.Letters(), Number: func(v float64) clean.Text { return clean.Sprintf("%.0f", v) }}
	for i, row := range counts {
		name := clean.Sprintf("%d", i+1)
		if m.Set != nil && i < len(m.Set.Classes) {
			name = clean.Of(m.Set.Classes[i])
		}
		q.Rows, q.Columns = append(q.Rows, name), append(q.Columns, name)
		var values []float64
		for _, n := range row {
			values = append(values, float64(n))
		}
		q.Values = append(q.Values, values)
	}
	return q.Render(w, h, m.Style.Paint)
}

// sizeCurves draws how good readouts are with fewer features than the selected
// point has.
func (m *model) sizeCurves(w, h int) []clean.Text {
	p, why := m.Answered(page.Rescoring)
	switch {
	case p == nil:
		return layout.Waiting(m.Style, why, w, h)
	case len(p.Rescored.Curves) == 0:
		return layout.Waiting(m.Style, "fewer features of this method would not be the first of these", w, h)
	}
	pl := chart.Plot{XLabel: "p", LogX: true}
	for _, c := range p.Rescored.Curves {
		s := chart.Series{Name: clean.Of(readout.Name.Of(c.Readout))}
		if readout.Eta.Of(c.Readout).OK && len(p.Rescored.Curves) > 1 {
			s.Name += " η=" + clean.Of(readout.Eta.Of(c.Readout).String())
		}
		for i, n := range c.P {
			score := choose.Mean(c.Scores[i])
			s.X, s.Y, s.Err = append(s.X, float64(n)), append(s.Y, snapshot.Mean(score)), append(s.Err, score.SE)
		}
		pl.Series = append(pl.Series, s)
	}
	return pl.Render(w, h, m.Style.Paint)
}

// groupBars draws how well each group was told, of the test parts that it is
// in.
func (m *model) groupBars(w, h int) []clean.Text {
	p, why := m.Answered(page.Rescoring)
	switch {
	case p == nil:
		return layout.Waiting(m.Style, why, w, h)
	case len(p.Rescored.Groups) == 0:
		return layout.Waiting(m.Style, "the data has no groups", w, h)
	}
	var lines []clean.Text
	bar := max(w-30, 4)
	worst := 0.0
	for _, g := range p.Rescored.Groups {
		worst = max(worst, g.RMSE)
	}
	for i, g := range p.Rescored.Groups {
		if left := len(p.Rescored.Groups) - i; len(lines) == h-1 && left > 1 {
			lines = append(lines, m.Style.Paint(chart.Faint, clean.Sprintf(" … %d more groups", left)))
			break
		}
		score, n, text := g.Segment, humanize.Counted(g.Segments, "segment"), clean.Text("")
		if math.IsNaN(score) {
			score, n = g.Sample, humanize.Counted(g.Samples, "sample")
		}
		text = humanize.Share(score)
		if !math.IsNaN(g.RMSE) {
			score, text = g.RMSE/worst, humanize.Number(g.RMSE)
		}
		lines = append(lines, layout.Cut(" "+layout.Pad(clean.Of(g.Group), 9)+" "+layout.PadLeft(text, 6)+" "+
			m.Style.Paint(chart.SeriesRole(0), chart.Progress(score, bar))+" "+m.Style.Paint(chart.Faint, n), w))
	}
	return lines
}
