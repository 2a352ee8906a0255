package overview

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/sweepview"
)

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Overview }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	return slices.Concat(p.viewActions(), p.lookActions(), p.pointActions(), p.compareActions(), p.chartActions(), p.refinement.actions())
}

// Update handles the plan of points around the cursor.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(Refined); ok {
		p.refinement.ask(sc, msg)
	}
	return nil
}

// detailLines returns the visible lines of the detail pane, which scrolls while it has the
// focus.
func (p *Page) detailLines(sc *page.Scene, r *choose.Row, a layout.Area, focused bool) []clean.Text {
	lines := point.Lines(sc, r, a.W)
	top := 0
	if focused {
		sc.Scroll = max(min(sc.Scroll, len(lines)-(a.H-1)), 0)
		top = sc.Scroll
	}
	return layout.Scrolled(sc.Style, lines, top, a.H-1)
}

// Inquiry returns the computation that the screen needs: the features for a wide detail pane,
// or for a zoomed pane, the variances with the other kernel or the scores of the readouts.
func (p *Page) Inquiry(sc *page.Scene) (page.Inquiry, bool) {
	row := sc.Table.Row(&sc.Sweep)
	switch {
	case row == nil || !row.Measured():
		return page.Inquiry{}, false
	case !p.Zoomed && sc.W >= veryWide && p.hasDetail(sc.W, sc.H) && sc.Set != nil && !p.ctl.Computing() && sc.Mode != page.Replaying:
		return sc.InspectSelected() // for the slowest feature in the detail pane
	case !p.Zoomed:
		return page.Inquiry{}, false
	}
	r := sc.Result(row)
	switch {
	case p.Focus == PaneVariance:
		if len(r.Variance.Each) == 0 {
			return page.Inquiry{Kind: page.Checking, Point: r.Point, Of: r.Point}, true
		}
		twin, ok := resolve.Twin(r.Point)
		return page.Inquiry{Kind: page.Checking, Point: twin, Of: r.Point}, ok
	case p.Focus == PaneAccuracy && (readout.Classifies(row.Config) || readout.Predicts(row.Config)):
		return page.Inquiry{Kind: page.Rescoring, Point: row.Config, Of: row.Config, Folds: len(row.Results) - row.Failed}, true
	}
	return page.Inquiry{}, false
}

// Move moves the cursor to another row, or scrolls the detail pane.
func (p *Page) Move(sc *page.Scene, by int) {
	if p.Focus == PaneDetail {
		sc.Scroll = max(sc.Scroll+by, 0)
	} else if p.Focus == PaneVariance && p.Zoomed {
		varianceAlone{p}.move(sc, by)
	} else {
		sc.Table.Move(&sc.Sweep, by)
	}
}

// Held returns the axes that the focused chart holds; for the table those of the accuracy
// chart, which holds the most.
func (p *Page) Held(sc *page.Scene) []sweepview.HeldAxis {
	_, v := p.drawnChart(sc)
	return v.Held
}

// back closes the message card, else leaves the headings, the zoom or the filter. With nothing
// to close it goes to the page above.
func (p *Page) back(sc *page.Scene) tea.Cmd {
	switch {
	case p.ctl.Broken():
		p.ctl.StoppedSeen = true
	case sc.Table.Head != "":
		sc.Table.Head = ""
	case p.Zoomed:
		p.Zoomed = false
	case sc.Table.Filter.Text != "":
		sc.Table.Filter = sweepview.Filter{}
		sc.Arrange()
	case sc.Up == nil:
		sc.Lens = sweepview.Slice{}
	default:
		return sc.Up()
	}
	return nil
}

// Click focuses the pane at a position. In the table it selects the row that was clicked, opens
// the selected row, or sorts by the column heading that was clicked.
func (p *Page) Click(sc *page.Scene, size layout.Size, x, y int) tea.Cmd {
	if sc.Session == nil {
		return nil
	}
	if n := len(cards{p}.introduction(sc, size.W, size.H)); n > 0 { // a click hides it, as a key does
		y, size.H, p.Intro = y-n, size.H-n, false
	}
	a, ok := p.areaAt(size, x, y)
	if !ok {
		return nil
	}
	focused := p.Focus == a.Pane && (sc.Mode != page.Replaying || sc.InPanes)
	p.Focus, sc.InPanes = a.Pane, true
	if c := p.chart(a.Pane); c != nil && p.Zoomed && c != &p.Slowness {
		return nil // drawn beside other panels
	} else if c != nil {
		p.clickChart(sc, c, a, focused, x, y)
		return nil
	}
	row := y - a.Y - 2 // below the headings of the pane and of the table
	if p.Focus == PaneTable && row == -1 {
		sc.Table.SortAt(&sc.Sweep, x-a.X)
		return nil
	}
	if p.Focus != PaneTable || row < 0 || row >= sc.Table.Body || sc.Table.Top+row >= len(sc.Table.Order) {
		return nil
	}
	hit := sc.Table.Order[sc.Table.Top+row]
	if sc.Table.Order[max(sc.Table.At, 0)] == hit && sc.Table.Picked { // a second click
		sc.Show(page.Point)
	}
	sc.Table.Choose(&sc.Sweep, hit)
	return nil
}

// areaAt returns the area of the pane at a position; false if there is none.
func (p *Page) areaAt(size layout.Size, x, y int) (layout.Area, bool) {
	areas := p.areas(size.W, size.H)
	i := slices.IndexFunc(areas, func(a layout.Area) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H })
	if i < 0 {
		return layout.Area{}, false
	}
	return areas[i], true
}

// Point puts the focus on the table or the detail pane at a position.
func (p *Page) Point(_ *page.Scene, size layout.Size, x, y int) {
	if a, ok := p.areaAt(size, x, y); ok && (a.Pane == PaneTable || a.Pane == PaneDetail) {
		p.Focus = a.Pane
	}
}

// clickChart selects the point of a chart that is drawn next to a position.
func (p *Page) clickChart(sc *page.Scene, c sweepChart, a layout.Area, focused bool, x, y int) {
	v := p.viewOf(sc, c)
	pl, _, series := p.plotOf(sc, c, v)
	i, at, ok := pl.PointAt(a.W, plotHeight(a.H-1, focused), x-a.X, y-a.Y-1)
	if !ok {
		return
	}
	if row := sc.Sweep.IndexOf(series[i][at].Row.Config); row >= 0 {
		sc.Table.Choose(&sc.Sweep, row)
	}
}

// View draws the panes, or a card in their place.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	if card := (cards{p}).view(sc, w, h); card != nil {
		return card
	}
	if intro := (cards{p}).introduction(sc, w, h); intro != nil {
		return append(intro, p.panes(sc, w, h-len(intro))...)
	}
	return p.panes(sc, w, h)
}

// panes draws the panes, or the one that has a view of its own.
func (p *Page) panes(sc *page.Scene, w, h int) []clean.Text {
	switch {
	case p.Zoomed && p.Focus == PaneVariance:
		return varianceAlone{p}.view(sc, w, h)
	case p.Zoomed && p.Focus == PaneAccuracy:
		return accuracyAlone{p}.view(sc, w, h)
	}
	areas := p.areas(w, h)
	lines := make([][]clean.Text, len(areas))
	for i, a := range areas {
		if draw := func() []clean.Text { return p.pane(sc, a) }; a.Pane == p.Focus {
			lines[i] = draw()
		} else {
			lines[i] = sc.Unrecorded(draw)
		}
	}
	return layout.Compose(areas, lines, w, h)
}

// pane draws the table, a chart or the details into an area.
func (p *Page) pane(sc *page.Scene, a layout.Area) []clean.Text {
	focused := a.Pane == p.Focus && (sc.Mode != page.Replaying || sc.InPanes)
	number, name, detail := clean.Sprintf("%d", a.Pane+1), clean.Text("points"), clean.Text("")
	var body []clean.Text
	switch c := p.chart(a.Pane); {
	case a.Pane == PaneMatters:
		return p.importance.View(sc, layout.Size{W: a.W, H: a.H})
	case a.Pane == PaneDetail:
		number, name = "i", "detail"
		if r := sc.Table.Row(&sc.Sweep); r != nil {
			detail = "◉ " + sc.Starred(r)
			body = p.detailLines(sc, r, a, focused)
		}
	case c != nil:
		v := p.viewOf(sc, c)
		long, short := c.Good(&sc.Sweep)
		name, detail = chartTitle(c.Name(&sc.Sweep, v), long, short, v.Title(sc.Lens.Picked), a.W)
		if a.H > 1 {
			body = p.drawPlot(sc, c, v, a.W, a.H-1, focused)
		}
	default:
		detail = sc.Table.Caption(&sc.Sweep)
		sc.RecordTable(a.W)
		if a.H > 1 {
			body = sc.Table.View(&sc.Sweep, sc.Style, a.W, a.H-1, focused)
		}
	}
	return append([]clean.Text{layout.Header(sc.Style, number, name, detail, a.W, focused)}, body...)
}
