package overview

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
)

// varianceAlone draws the unit variance in a screen of its own.
type varianceAlone struct{ page *Page }

// view draws the unit-variance check over the sweep, for each feature of the selected
// point with both kernels, and as a list of all points.
func (va varianceAlone) view(sc *page.Scene, w, h int) []clean.Text {
	v := va.page.viewOf(sc, &va.page.Variance)
	name, detail := va.page.Variance.Name(&sc.Sweep, v), v.Title(sc.Lens.Picked)
	row, result := sc.Inspected()
	over := layout.Panel{Name: name, Detail: detail, Body: func(w, h int) []clean.Text { return va.page.drawPlot(sc, &va.page.Variance, v, w, h, true) }}
	if row == nil {
		head := layout.Header(sc.Style, "2", name, detail, w, true)
		return append([]clean.Text{head}, over.Body(w, h-1)...)
	}
	each := layout.Panel{Name: "|var−1| of each feature", Detail: page.FoldWord(result), Body: func(w, h int) []clean.Text { return va.each(sc, w, h) }}
	list := layout.Panel{Name: "every point", Detail: "violations first; each feature: · within, ▲ above, ▼ below", Body: func(w, h int) []clean.Text { return va.list(sc, w, h) }}
	rows := [][]layout.Panel{{over, each}, {list}}
	switch {
	case w >= 180:
		rows = [][]layout.Panel{{over, each, list}}
	case h < 16:
		rows = [][]layout.Panel{{list}}
	}
	head := layout.Header(sc.Style, "2", "unit variance", sc.Starred(row), w, true)
	return append([]clean.Text{head}, layout.Panels(sc.Style, rows, w, h-1)...)
}

// each draws the deviation of each feature of the selected point from unit variance.
// The other kernel is added once its variances are computed.
func (va varianceAlone) each(sc *page.Scene, w, h int) []clean.Text {
	_, r := sc.Inspected()
	if r == nil {
		_, why := sc.Answered(page.Checking)
		return layout.Waiting(sc.Style, why, w, h)
	}
	name := "|var−1| of each feature · " + page.FoldWord(r)
	pl := chart.Plot{XLabel: "feature", LogY: true, ASCII: sc.Style.ASCII, Lines: []chart.Line{{Y: sc.Sweep.Tolerance, Label: clean.Sprintf("tolerance %g", sc.Sweep.Tolerance), Role: chart.Warn}}}
	add := func(name clean.Text, values []float64) {
		s := chart.Series{Name: name}
		for i, v := range values {
			off := math.Abs(v - 1)
			s.X, s.Y, s.Bad = append(s.X, float64(i+1)), append(s.Y, off), append(s.Bad, !(off <= sc.Sweep.Tolerance))
		}
		if len(values) > 0 {
			pl.Series = append(pl.Series, s)
		}
	}
	add(KernelWord(r.Point), part.Numbers(r.Variance.Each))
	asked, any := va.page.Inquiry(sc)
	if !any || asked.Kind != page.Checking {
		return sc.Draw(name, pl, w, h)
	}
	answer, why := sc.Answered(page.Checking)
	if answer != nil {
		add(KernelWord(answer.Point), answer.Variances)
		return sc.Draw(name, pl, w, h)
	}
	if word := KernelWord(asked.Point); word != "" {
		why = word + " kernel: " + why
	}
	return append(sc.Draw(name, pl, w, h-1), sc.Style.Paint(chart.Faint, layout.Cut(why, w)))
}

// rowAt returns the row at a position of the table.
func (va varianceAlone) rowAt(sc *page.Scene, place int) *choose.Row {
	return sc.Sweep.Row(sc.Table.Order[place])
}

// byDeviation returns the table positions of rows with results, sorted by decreasing deviation
// from unit variance; failed rows are last.
func (va varianceAlone) byDeviation(sc *page.Scene) []int {
	var order []int
	for i := range sc.Table.Order {
		if len(va.rowAt(sc, i).Results) > 0 {
			order = append(order, i)
		}
	}
	off := func(i int) float64 {
		d := sweepview.Mean(va.rowAt(sc, i).Of(measure.Deviation))
		if math.IsNaN(d) {
			return -1
		}
		return d
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(off(b), off(a)) })
	return order
}

// list draws the points, violations first.
func (va varianceAlone) list(sc *page.Scene, w, h int) []clean.Text {
	order := va.byDeviation(sc)
	top := 0
	if sc.Table.Picked { // otherwise the list starts with the worst points
		top = max(min(slices.Index(order, sc.Table.At)-h/2, len(order)-h), 0)
	}
	label := 0
	for _, i := range order[top:min(top+h, len(order))] {
		label = max(label, layout.Width(sc.Words(va.rowAt(sc, i).Config)))
	}
	label = min(label, max(w-30, w/2))
	var lines []clean.Text
	for _, i := range order[top:min(top+h, len(order))] {
		lines = append(lines, va.line(sc, i, label, w))
	}
	return lines
}

// line draws the check of one point: its sign, its deviation, and a sign for each
// feature of the worst fold.
func (va varianceAlone) line(sc *page.Scene, i, label, w int) clean.Text {
	r := va.rowAt(sc, i)
	mark := clean.Text(" ")
	if i == sc.Table.At {
		mark = "›"
	}
	name := mark + layout.Pad(sc.Words(r.Config), label) + " "
	sign, role, text := clean.Text("✓"), chart.Good, clean.Text("")
	switch {
	case !r.Measured():
		sign, role = "▲", chart.Warn
		text = "failed"
	case sweepview.Violated(r):
		sign, role = "✗", chart.Bad
	}
	if text == "" {
		text = layout.PadLeft(clean.Number(r.Of(measure.Deviation).Mean), 8) + "  " + FeatureSigns(r, sc.Sweep.Tolerance)
	}
	if i == sc.Table.At {
		return sc.Style.Paint(theme.Selected, layout.Pad(name+sign+" "+text, w))
	}
	return layout.Cut(name+sc.Style.Paint(role, sign+" "+text), w)
}

// move moves the cursor in the order of [varianceAlone.byDeviation].
func (va varianceAlone) move(sc *page.Scene, by int) {
	order := va.byDeviation(sc)
	if len(order) == 0 {
		return
	}
	at := slices.Index(order, sc.Table.At)
	if at < 0 {
		at = 0
	}
	sc.Table.Choose(&sc.Sweep, sc.Table.Order[order[min(max(at+by, 0), len(order)-1)]])
}
