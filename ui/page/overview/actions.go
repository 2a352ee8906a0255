package overview

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// lookActions returns the actions that move among panes and rows.
func (p *Page) lookActions() []page.Action {
	const group = "Look"
	return []page.Action{
		{ID: "next pane", Group: group, Place: 1, Who: page.Anyone, Keys: []string{"tab", "shift+tab"}, Short: "pane", Long: "next and previous pane",
			Modes: page.AnyMode, Footer: 8, Off: page.NoSession, Do: func(sc *page.Scene, key string) tea.Cmd {
				p.nextPane(sc, key == "tab")
				return nil
			}},
		{ID: "zoom", Group: group, Place: 4, Who: page.Anyone, Keys: []string{"z"}, Short: "zoom", Long: "show the pane alone, and back",
			Modes: page.AnyMode, Footer: 9, Off: page.NoSession, Do: page.Doing(func(sc *page.Scene) { p.Zoomed = !p.Zoomed })},
		{ID: "detail", Group: group, Place: 3, Who: page.Anyone, Keys: []string{"i"}, Short: "detail", Long: "show details of the point under the cursor, beside the table or instead of the second chart",
			Modes: page.AnyMode, Footer: 14, Off: page.NoSession, Do: page.Doing(p.toggleDetail)},
		{ID: "enter", Group: group, Place: 5, Who: page.Anyone, Keys: []string{"enter"}, Short: "details", Long: "show details of the selected point",
			Modes: page.AnyMode, Footer: 10, Off: page.NoRows, Do: page.Doing(func(sc *page.Scene) { sc.Show(page.Point) })},
		{ID: "back", Group: "Pages", Who: page.Anyone, Keys: []string{"esc"}, Short: "back", Long: "go back: leave a page, a zoom or a cursor",
			Modes: page.AnyMode, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.back(sc) }},
		{ID: "sort", Group: group, Who: page.Anyone, Keys: []string{"o", "O"}, Short: "sort", Long: "sort the points by the next column; O reverses the order",
			Modes: page.AnyMode, Footer: 7, Off: page.NoRows, Do: func(sc *page.Scene, key string) tea.Cmd {
				if key == "o" {
					sc.Table.SortNext(&sc.Sweep)
				} else {
					sc.Table.Reverse(&sc.Sweep)
				}
				sc.Message = "sorted " + sc.Table.SortCaption(&sc.Sweep)
				column, _ := sc.Table.Sorted(&sc.Sweep, sweepview.ColumnsOf(&sc.Sweep, sweepview.Terse))
				if text := sweepview.ExplainColumn(column.ID); text != "" {
					sc.Message += " · " + text
				}
				return nil
			}},
		{ID: "best", Group: group, Who: page.Anyone, Keys: []string{"b"}, Short: "best", Long: "select the best point, and follow it when a better one appears",
			Modes: page.AnyMode, Off: func(sc *page.Scene) clean.Text {
				if sc.Sweep.Best < 0 {
					return "no point is chosen as the best"
				}
				return ""
			}, Do: page.Doing(func(sc *page.Scene) {
				sc.Table.Picked = false
				sc.Arrange()
			})},
	}
}

// toggleDetail shows or hides the detail pane. On small screens it moves the focus to
// the detail pane and back.
func (p *Page) toggleDetail(sc *page.Scene) {
	shown := p.hasDetail(sc.W, sc.H-3)
	small := p.Zoomed || isSmall(sc.W, sc.H-3)
	if small {
		shown = p.Focus == PaneDetail
	}
	shown = !shown
	p.detail, sc.Scroll = &shown, 0
	switch {
	case !shown && p.Focus == PaneDetail:
		p.Focus = PaneTable
	case shown && small:
		p.Focus = PaneDetail
	case shown && sc.W < wide && p.Focus == PaneVariance:
		p.Focus = PaneTable
	}
}

// chartActions returns the actions that change the charts.
func (p *Page) chartActions() []page.Action {
	const group = "Charts"
	return []page.Action{
		{ID: "cursor", Group: group, Who: page.Anyone, Keys: []string{"left", "right"}, Short: "cursor", Long: "move the cursor along the axis of the chart and show the values there; in the table, along the column heads, with their meanings",
			Modes: page.Paned, Off: p.offCursor, Do: p.doCursor},
		{ID: "axis", Group: group, Who: page.Anyone, Keys: []string{"a"}, Short: "axis", Long: "draw the chart over the next axis that varies",
			Modes: page.AnyMode, Off: p.offOneAxis, Do: page.Doing(func(sc *page.Scene) {
				c, v := p.drawnChart(sc)
				c.axes().TurnAxis(&sc.Sweep, v)
			})},
		{ID: "lines", Group: group, Who: page.Anyone, Keys: []string{"L"}, Short: "lines", Long: "draw one line for each value of the next axis, or a single line",
			Modes: page.AnyMode, Off: p.offOneAxis, Do: page.Doing(func(sc *page.Scene) {
				c, v := p.drawnChart(sc)
				c.axes().TurnLines(&sc.Sweep, v)
			})},
		{ID: "part", Group: group, Who: page.Anyone, Keys: []string{"v"}, Short: "part", Long: "show training beside test in the slowness chart; switch validation and test in the accuracy chart",
			Modes: page.AnyMode, Off: p.offOnePart, Do: page.Doing(func(sc *page.Scene) {
				if p.Focus == PaneSlowness {
					p.Slowness.Train = !p.Slowness.Train
					return
				}
				p.Accuracy.Test = !p.Accuracy.Test
			})},
		{ID: "closer", Group: group, Who: page.Anyone, Keys: []string{"=", "-"}, Short: "closer", Long: "show a smaller or larger range around the cursor of the chart",
			Modes: page.AnyMode, Off: p.offNoChart, Do: func(sc *page.Scene, key string) tea.Cmd {
				c, v := p.drawnChart(sc)
				_, series := c.Series(&sc.Sweep, v)
				c.axes().Closer(len(sweepview.Places(series)), key == "=")
				return nil
			}},
	}
}

// offOneAxis returns the reason why the axes cannot be changed; "" if they can.
func (p *Page) offOneAxis(sc *page.Scene) clean.Text {
	if why := page.NoSession(sc); why != "" {
		return why
	}
	if _, v := p.drawnChart(sc); len(sweepview.Choices(&sc.Sweep, v)) < 2 {
		return "the sweep varies in no other axis"
	}
	return ""
}

// offOnePart returns the reason why the shown part of the data cannot be changed; "" if it can.
func (p *Page) offOnePart(sc *page.Scene) clean.Text {
	switch {
	case p.Focus == PaneVariance:
		return "unit variance is checked on training outputs only"
	case p.Focus != PaneSlowness && !sc.Sweep.Validated():
		return "there is no validation part: e sets one aside"
	}
	return page.NoSession(sc)
}

// offNoChart returns the reason why no chart can be zoomed; "" if one can.
func (p *Page) offNoChart(sc *page.Scene) clean.Text {
	switch {
	case p.Focus == PaneTable || sc.Session == nil:
		return "choose a chart first, with tab"
	case len(sc.Sweep.Rows) == 0:
		return "no point is finished yet"
	}
	return ""
}

// offCursor returns the reason why ← and → do nothing now; "" if they act.
func (p *Page) offCursor(sc *page.Scene) clean.Text {
	if p.Focus == PaneTable {
		return page.NoRows(sc)
	}
	return p.offNoChart(sc)
}

// doCursor moves the cursor along the x axis of the chart, or along the column headings of the
// table.
func (p *Page) doCursor(sc *page.Scene, key string) tea.Cmd {
	if p.Focus == PaneTable {
		sc.Table.StepHead(page.Sideways(key))
		return nil
	}
	_, v := p.drawnChart(sc)
	if !sc.Table.Step(&sc.Sweep, v.Axis(&sc.Sweep), page.Sideways(key), false) {
		sc.Message = "no other value of " + v.X.Symbol + " in that direction"
	}
	return nil
}
