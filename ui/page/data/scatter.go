package data

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// mostScattered is the largest number of points of a scatter plot.
const mostScattered = 4000

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
	waiting := func(why clean.Text) []clean.Text {
		return append([]clean.Text{st.focus.header(sc, scatterPane, "scatter", "", w)}, layout.Waiting(sc.Style, why, w, h-1)...)
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
	return append([]clean.Text{st.focus.header(sc, scatterPane, "scatter", detail, w)}, st.focus.draw(sc, scatterPane, s.YLabel+" over "+s.XLabel, s, w, h-1)...)
}

// inputAt returns the index of the input that single-input plots show: the one under the
// cursor, else the one chosen by key.
func (st *scatter) inputAt(sc *page.Scene) int {
	if r, ok := st.columns.current(sc); ok && r.column != nil {
		if j := inputIndex(sc, r.name); j >= 0 {
			return j
		}
	}
	return min(st.x, len(sc.Set.Inputs)-1)
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

// offAxes returns the reason why the axes cannot be changed; "" if they can.
func (st *scatter) offAxes(sc *page.Scene) clean.Text {
	switch {
	case st.found.withPreview(sc).Set == nil:
		return page.NoSet(sc)
	case st.focus.slot != scatterPane && st.focus.slot != spectrumPane:
		return clean.Of(paneKeys[scatterPane]) + " draws one input over another, " + clean.Of(paneKeys[spectrumPane]) + " its spectrum"
	}
	return ""
}
