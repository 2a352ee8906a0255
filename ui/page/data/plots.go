package data

import (
	"slices"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// mostScattered is the largest number of points of a scatter plot.
const mostScattered = 4000

// segments draws the list of segments.
func (p *Page) segments(sc *page.Scene, w, h int) []clean.Text {
	head := func(detail clean.Text) []clean.Text {
		return []clean.Text{layout.Header(sc.Style, "5", "segments", detail, w, p.pane == segmentsPane)}
	}
	if sc.Set == nil {
		return append(head(""), layout.Waiting(sc.Style, "segments appear when the data is read", w, h-1)...)
	}
	all := sc.Set.Segments
	p.segmentAt = min(p.segmentAt, len(all)-1)
	lines := head(clean.Count(len(all)) + "; 3 draws the one under the cursor")
	heads, longest := segmentHeads(), 8
	for _, s := range all {
		longest = max(longest, min(layout.Width(clean.Of(s.Name)), 24))
	}
	line := layout.Pad("  segment", longest+3)
	for _, c := range heads {
		line += layout.Pad(c.name, c.w) + " "
	}
	if sc.Set.Rate > 0 {
		line += "seconds"
	}
	lines = append(lines, sc.Style.Paint(chart.Faint, layout.Cut(line, w)))
	room := max(h-len(lines), 1)
	p.segmentTop = max(min(min(max(p.segmentTop, p.segmentAt-room+1), p.segmentAt), len(all)-room), 0)
	for i := p.segmentTop; i < min(p.segmentTop+room, len(all)); i++ {
		mark, name := clean.Text("  "), layout.Pad(layout.Cut(clean.Of(all[i].Name), longest), longest+1)
		if i == p.segmentAt {
			mark, name = sc.Style.Paint(chart.Accent, "› "), sc.Style.Paint(theme.Strong, name)
		}
		line := mark + name
		for _, c := range heads {
			line += layout.Pad(c.text(row{name: all[i].Name, set: sc.Set, at: i}), c.w) + " "
		}
		if sc.Set.Rate > 0 {
			frames, _ := sc.Set.FramesOf(all[i]).Dims()
			line += clean.Sprintf("%.4g", float64(frames)/sc.Set.Rate)
		}
		lines = append(lines, layout.Cut(line, w))
	}
	return lines
}

// scatter draws one input over another, with a marker for each label.
func (p *Page) scatter(sc *page.Scene, w, h int) []clean.Text {
	focused := p.pane == scatterPane
	waiting := func(why clean.Text) []clean.Text {
		return append([]clean.Text{layout.Header(sc.Style, "6", "scatter", "", w, focused)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	if sc.Set == nil {
		return waiting("the scatter appears when the data is read")
	}
	drawn := drawnInputs(sc.Set, len(sc.Set.Inputs))
	if len(drawn) < 2 {
		return waiting("a scatter needs two inputs; the data has one")
	}
	i, j := p.inputAt(sc), p.yInput(sc)
	x, rows := inspect.Thinned(sc.Set, i, mostScattered)
	y, _ := inspect.Thinned(sc.Set, j, mostScattered)
	s := chart.Scatter{XLabel: clean.Of(sc.Set.Inputs[i]), YLabel: clean.Of(sc.Set.Inputs[j]), X: x, Y: y, ASCII: sc.Style.ASCII}
	if sc.Set.Label != nil {
		s.Names = clean.All(sc.Set.Classes)
		for _, row := range rows {
			s.Class = append(s.Class, sc.Set.Label[row])
		}
	}
	detail := s.YLabel + " over " + s.XLabel + " · a L other inputs"
	if n, _ := sc.Set.X.Dims(); len(x) < n {
		detail += clean.Sprintf(" · %s of %s", clean.Count(len(x)), clean.Counted(n, "sample"))
	}
	return append([]clean.Text{layout.Header(sc.Style, "6", "scatter", detail, w, focused)}, p.draw(sc, scatterPane, s.YLabel+" over "+s.XLabel, s, w, h-1)...)
}

// yInput returns the input of the scatter's y axis, which differs from that of the x axis.
func (p *Page) yInput(sc *page.Scene) int {
	drawn := drawnInputs(sc.Set, len(sc.Set.Inputs))
	x := p.inputAt(sc)
	y := drawn[p.scatterY%len(drawn)]
	if y == x {
		y = drawn[(p.scatterY+1)%len(drawn)]
	}
	return y
}

// axes selects the next input of the x axis (key a) or of the y axis (key L).
func (p *Page) axes(sc *page.Scene, key string) {
	sc = p.withPreview(sc)
	drawn := drawnInputs(sc.Set, len(sc.Set.Inputs))
	if key == "L" {
		p.scatterY = (p.scatterY + 1) % len(drawn)
		return
	}
	p.scatterX = drawn[(slices.Index(drawn, p.inputAt(sc))+1)%len(drawn)]
	for i, r := range p.rows(sc) {
		if r.column != nil && inputIndex(sc, r.name) == p.scatterX { // the cursor follows
			p.cursor, p.cursorMoved = i, true
		}
	}
}

// offAxes returns why the axes cannot be changed, "" where they can.
func (p *Page) offAxes(sc *page.Scene) clean.Text {
	switch {
	case p.withPreview(sc).Set == nil:
		return page.NoSet(sc)
	case p.pictureSlot != scatterPane && p.pictureSlot != spectrumPane:
		return "6 draws one input over another, 7 its spectrum"
	}
	return ""
}

// spectrum draws the power spectrum of an input.
func (p *Page) spectrum(sc *page.Scene, w, h int) []clean.Text {
	focused := p.pane == spectrumPane
	lines := func(detail clean.Text, why clean.Text) []clean.Text {
		return append([]clean.Text{layout.Header(sc.Style, "7", "spectrum", detail, w, focused)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	if sc.Set == nil {
		return lines("", "the spectrum appears when the data is read")
	}
	j := p.inputAt(sc)
	name := clean.Of(sc.Set.Inputs[j])
	switch k := &p.findings; {
	case k.inputNumber != j || k.spectrum == nil && k.spectrumErr == nil:
		return lines(name, "computing…")
	case k.spectrumErr != nil:
		return lines(name, "no spectrum: "+clean.Of(k.spectrumErr.Error()))
	}
	sp := p.findings.spectrum
	unit := clean.Text("periods a sample")
	if sc.Set.Rate >= 1 {
		unit = "Hz"
	}
	plot := chart.Plot{XLabel: unit, YLabel: "share of power", LogY: true, ASCII: sc.Style.ASCII,
		Series: []chart.Series{{Name: name, X: sp.Frequency, Y: sp.Power}}}
	detail := name + clean.Sprintf(" · mean of %s of %s · a another input", clean.Counted(sp.Windows, "window"), clean.Counted(sp.Length, "sample"))
	return append([]clean.Text{layout.Header(sc.Style, "7", "spectrum", detail, w, focused)}, p.draw(sc, spectrumPane, "spectrum of "+name, plot, w, h-1)...)
}
