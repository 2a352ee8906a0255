package overview

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/points"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/theme"
)

// Page shows the charts and the table of points, side by side or one alone.
type Page struct {
	ctl      *control.Control
	Focus    int // the pane that keys are for
	Zoomed   bool
	Slowness Slowness
	Variance Variance
	Accuracy Accuracy
	views    []page.Name // that have the numbers after the panes
	refineID int         // of the points around one that were asked for last
}

// New is the page. The views are the pages that have the numbers after its panes.
func New(ctl *control.Control, views ...page.Name) *Page {
	return &Page{ctl: ctl, Focus: PaneTable, views: views}
}

func (p *Page) Name() page.Name { return page.Overview }

func (p *Page) Actions() []page.Action {
	return slices.Concat(p.viewActions(), p.lookActions(), p.pointActions(), p.compareActions(), p.chartActions(), p.steerActions())
}

// Update asks whether to compute the points around one, once they are planned.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(Refined); ok {
		p.refined(sc, msg)
	}
	return nil
}

// Inquiry is for the variances with the other kernel, or for the readouts anew, of
// the pane that is alone on the screen.
func (p *Page) Inquiry(sc *page.Scene) (page.Inquiry, bool) {
	row := sc.Table.Row(&sc.Sweep)
	if row == nil || !row.Measured() || !p.Zoomed {
		return page.Inquiry{}, false
	}
	r := sc.Result(row)
	switch {
	case p.Focus == PaneVariance:
		if len(r.Variance.Each) == 0 {
			return page.Inquiry{Kind: page.Checking, Point: r.Point, Of: r.Point}, true
		}
		twin, ok := run.Twin(r.Point)
		return page.Inquiry{Kind: page.Checking, Point: twin, Of: r.Point}, ok
	case p.Focus == PaneAccuracy && (readout.Classifies(row.Config) || readout.Predicts(row.Config)):
		return page.Inquiry{Kind: page.Rescoring, Point: row.Config, Of: row.Config, Folds: len(row.Results) - row.Failed}, true
	}
	return page.Inquiry{}, false
}

// Move selects another row.
func (p *Page) Move(sc *page.Scene, by int) {
	sc.Lens.Release() // the charts go with the selection
	if p.Focus == PaneVariance && p.Zoomed {
		p.moveByDeviation(sc, by)
	} else {
		sc.Table.Move(&sc.Sweep, by)
	}
}

// Held are the axes that the focused chart holds; for the table those of the
// accuracy chart, which holds the most.
func (p *Page) Held(sc *page.Scene) []projection.HeldAxis {
	_, v := p.drawnChart(sc)
	return v.Held
}

// back undoes the last of: a message card, a zoom, a chart's cursor, what the user
// made the charts hold.
func (p *Page) back(sc *page.Scene) {
	switch {
	case p.ctl.Stopped != nil && !p.ctl.StoppedSeen:
		p.ctl.StoppedSeen = true
	case p.Zoomed:
		p.Zoomed = false
	case p.Slowness.On || p.Variance.On || p.Accuracy.On:
		p.Slowness.On, p.Variance.On, p.Accuracy.On = false, false, false
	case sc.Table.Filter.Text != "":
		sc.Table.Filter = points.Filter{}
		sc.Arrange()
	default:
		sc.Lens = projection.Slice{}
	}
}

// Click goes to a pane, and selects the row of the table that was hit.
func (p *Page) Click(sc *page.Scene, size layout.Size, x, y int) tea.Cmd {
	if sc.Session == nil {
		return nil
	}
	areas := Arrangement(size.W, size.H, p.Focus, p.Zoomed)
	i := slices.IndexFunc(areas, func(a layout.Area) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H })
	if i < 0 {
		return nil
	}
	p.Focus = areas[i].Pane
	row := y - areas[i].Y - 2 // below the headings of the pane and of the table
	if p.Focus != PaneTable || row < 0 || row >= sc.Table.Body || sc.Table.Top+row >= len(sc.Table.Order) {
		return nil
	}
	sc.Lens.Release()
	sc.Table.Move(&sc.Sweep, sc.Table.Top+row-sc.Table.At)
	return nil
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	if card := p.card(sc, w, h); card != nil {
		return card
	}
	switch {
	case p.Zoomed && p.Focus == PaneVariance:
		return p.varianceView(sc, w, h)
	case p.Zoomed && p.Focus == PaneAccuracy:
		return p.accuracyView(sc, w, h)
	}
	areas := Arrangement(w, h, p.Focus, p.Zoomed)
	lines := make([][]clean.Text, len(areas))
	for i, a := range areas {
		lines[i] = p.pane(sc, a)
	}
	return layout.Compose(areas, lines, w, h)
}

// pane draws the table or a chart into its area.
func (p *Page) pane(sc *page.Scene, a layout.Area) []clean.Text {
	focused := a.Pane == p.Focus
	name, detail := clean.Text("points"), clean.Text("")
	var body []clean.Text
	if c := p.chart(a.Pane); c != nil {
		v := c.Aim(&sc.Sweep, sc.Lens, sc.Base())
		name, detail = c.Name(&sc.Sweep, v), v.Title(sc.Lens.Picked)
		if a.H > 1 {
			body = c.View(&sc.Sweep, v, sc.Style, a.W, a.H-1)
		}
	} else {
		detail = sc.Table.Caption(&sc.Sweep)
		if a.H > 1 {
			body = sc.Table.View(&sc.Sweep, sc.Style, a.W, a.H-1, focused)
		}
	}
	return append([]clean.Text{layout.Header(sc.Style, clean.Sprintf("%d", a.Pane+1), name, detail, a.W, focused)}, body...)
}

// plotted is a pane that is a chart.
type plotted interface {
	// Aim says which part of the sweep it shows.
	Aim(*snapshot.Sweep, projection.Slice, part.Point) projection.View
	// Name is what it shows.
	Name(*snapshot.Sweep, projection.View) clean.Text
	Series(*snapshot.Sweep, projection.View) ([]clean.Text, [][]projection.Sample)
	View(*snapshot.Sweep, projection.View, *theme.Style, int, int) []clean.Text
	axes() *projection.Chart
}

// curves are the series of a view of what is known of each row, with what the
// cursor reads there.
func curves(sc *snapshot.Sweep, v projection.View, of func(*choose.Row) choose.Stat, write func(float64) clean.Text) ([]clean.Text, [][]projection.Sample) {
	names, series := projection.Curves(sc, v, func(r *choose.Row) (float64, float64) {
		s := of(r)
		return snapshot.Mean(s), s.SE
	})
	for _, s := range series {
		for i := range s {
			s[i].Reading = humanize.WithError(s[i].Y, s[i].Err, write)
		}
	}
	return names, series
}

// chart is the chart of a pane, nil for the table.
func (p *Page) chart(pane int) plotted {
	switch pane {
	case PaneSlowness:
		return &p.Slowness
	case PaneVariance:
		return &p.Variance
	case PaneAccuracy:
		return &p.Accuracy
	}
	return nil
}

// drawnChart is the chart that has the focus, for the table that of accuracy, and
// what it shows.
func (p *Page) drawnChart(sc *page.Scene) (plotted, projection.View) {
	c := p.chart(p.Focus)
	if c == nil {
		c = &p.Accuracy
	}
	return c, c.Aim(&sc.Sweep, sc.Lens, sc.Base())
}

// focusedChart is the chart that has the focus, nil for the table, with the places
// that its cursor can be at.
func (p *Page) focusedChart(sc *page.Scene) (c *projection.Chart, xs []float64, v projection.View) {
	focused := p.chart(p.Focus)
	if focused == nil {
		return nil, nil, v
	}
	v = focused.Aim(&sc.Sweep, sc.Lens, sc.Base())
	_, series := focused.Series(&sc.Sweep, v)
	return focused.axes(), projection.Places(series), v
}
