package data

import (
	"slices"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// mostScattered is the largest number of points of a scatter plot.
const mostScattered = 4000

// segments is the pane that lists the segments.
type segments struct {
	found *findings
	focus *focus

	at  int // segment under the cursor, which the picture draws
	top int // first visible segment
}

// Keys returns the keys that draw another segment.
func (sg *segments) Keys() []page.Action {
	turn := page.Keyed(func(sc *page.Scene, key string) {
		sg.at = page.Cycle(sg.at, len(sg.found.withPreview(sc).Set.Segments), key)
	})
	return []page.Action{page.Action{ID: "segment drawn", Group: "Views", Place: 3, Who: page.Anyone, Keys: []string{"[", "]"}, Short: "segment", Long: "draw the previous and next segment of the data",
		Modes: page.Paned, Footer: 13}.With(sg.found.offSet, turn)}
}

// Update moves the cursor.
func (sg *segments) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if set := sg.found.withPreview(sc).Set; set != nil {
		if by, ok := msg.(move); ok {
			sg.at = min(max(sg.at+int(by), 0), len(set.Segments)-1)
		}
	}
	return nil
}

// View draws the list of segments.
func (sg *segments) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	head := func(detail clean.Text) []clean.Text {
		return []clean.Text{layout.Header(sc.Style, "5", "segments", detail, w, sg.focus.pane == segmentsPane)}
	}
	if sc.Set == nil {
		return append(head(""), layout.Waiting(sc.Style, "segments appear when the data is read", w, h-1)...)
	}
	all := sc.Set.Segments
	sg.at = min(sg.at, len(all)-1)
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
	sg.top = max(min(min(max(sg.top, sg.at-room+1), sg.at), len(all)-room), 0)
	for i := sg.top; i < min(sg.top+room, len(all)); i++ {
		mark, name := clean.Text("  "), layout.Pad(layout.Cut(clean.Of(all[i].Name), longest), longest+1)
		if i == sg.at {
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

// scatter is the pane that draws one input over another.
type scatter struct {
	found   *findings
	columns *columns
	focus   *focus

	x, y int // inputs of the axes if no column is under the cursor
}

// Keys returns the keys of the axes.
func (st *scatter) Keys() []page.Action {
	return []page.Action{page.Axes.With(st.offAxes, page.Keyed(st.axes))}
}

// Update moves the cursor of the columns.
func (st *scatter) Update(sc *page.Scene, msg tea.Msg) tea.Cmd { return st.columns.Update(sc, msg) }

// View draws one input over another, with a marker for each label.
func (st *scatter) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	focused := st.focus.pane == scatterPane
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
	i, j := st.inputAt(sc), st.yInput(sc)
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
	return append([]clean.Text{layout.Header(sc.Style, "6", "scatter", detail, w, focused)}, st.focus.draw(sc, scatterPane, s.YLabel+" over "+s.XLabel, s, w, h-1)...)
}

// yInput returns the input of the scatter's y axis, which differs from that of the x axis.
func (st *scatter) yInput(sc *page.Scene) int {
	drawn := drawnInputs(sc.Set, len(sc.Set.Inputs))
	x := st.inputAt(sc)
	y := drawn[st.y%len(drawn)]
	if y == x {
		y = drawn[(st.y+1)%len(drawn)]
	}
	return y
}

// axes selects the next input of the x axis (key a) or of the y axis (key L).
func (st *scatter) axes(sc *page.Scene, key string) {
	sc = st.found.withPreview(sc)
	drawn := drawnInputs(sc.Set, len(sc.Set.Inputs))
	if key == "L" {
		st.y = (st.y + 1) % len(drawn)
		return
	}
	st.x = drawn[(slices.Index(drawn, st.inputAt(sc))+1)%len(drawn)]
	for i, r := range st.columns.rows(sc) {
		if r.column != nil && inputIndex(sc, r.name) == st.x { // the cursor follows
			st.columns.cursor, st.columns.moved = i, true
		}
	}
}

// offAxes returns why the axes cannot be changed, "" where they can.
func (st *scatter) offAxes(sc *page.Scene) clean.Text {
	switch {
	case st.found.withPreview(sc).Set == nil:
		return page.NoSet(sc)
	case st.focus.slot != scatterPane && st.focus.slot != spectrumPane:
		return "6 draws one input over another, 7 its spectrum"
	}
	return ""
}

// spectrum is the pane that draws the power spectrum of an input.
type spectrum struct {
	found   *findings
	scatter *scatter
	focus   *focus
}

// Keys returns none: the scatter's keys choose the input.
func (sm *spectrum) Keys() []page.Action { return nil }

// Update moves the cursor of the columns.
func (sm *spectrum) Update(sc *page.Scene, msg tea.Msg) tea.Cmd { return sm.scatter.Update(sc, msg) }

// View draws the power spectrum of the input under the cursor.
func (sm *spectrum) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	focused := sm.focus.pane == spectrumPane
	lines := func(detail clean.Text, why clean.Text) []clean.Text {
		return append([]clean.Text{layout.Header(sc.Style, "7", "spectrum", detail, w, focused)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	if sc.Set == nil {
		return lines("", "the spectrum appears when the data is read")
	}
	j := sm.scatter.inputAt(sc)
	name := clean.Of(sc.Set.Inputs[j])
	switch k := sm.found; {
	case k.inputNumber != j || k.spectrum == nil && k.spectrumErr == nil:
		return lines(name, "computing…")
	case k.spectrumErr != nil:
		return lines(name, "no spectrum: "+clean.Of(k.spectrumErr.Error()))
	}
	sp := sm.found.spectrum
	unit := clean.Text("periods a sample")
	if sc.Set.Rate >= 1 {
		unit = "Hz"
	}
	plot := chart.Plot{XLabel: unit, YLabel: "share of power", LogY: true, ASCII: sc.Style.ASCII,
		Series: []chart.Series{{Name: name, X: sp.Frequency, Y: sp.Power}}}
	detail := name + clean.Sprintf(" · mean of %s of %s · a another input", clean.Counted(sp.Windows, "window"), clean.Counted(sp.Length, "sample"))
	return append([]clean.Text{layout.Header(sc.Style, "7", "spectrum", detail, w, focused)}, sm.focus.draw(sc, spectrumPane, "spectrum of "+name, plot, w, h-1)...)
}
