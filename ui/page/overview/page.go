package overview

import (
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Page shows the charts and the table of points, side by side or one alone.
type Page struct {
	ctl        *control.Control
	Focus      int // pane with the focus
	Zoomed     bool
	Intro      bool // whether the first screen of a built-in set explains itself
	Slowness   Slowness
	Variance   Variance
	Accuracy   Accuracy
	detail     *bool // whether there is a detail pane; nil before the user chose
	importance Panel
	views      []page.Name // pages with the digits after those of the panes
	refinement *refinement
}

// New returns the page. matters draws the importance pane on wide screens; views are the pages
// with the digits after those of the panes.
func New(ctl *control.Control, matters Panel, views ...page.Name) *Page {
	p := &Page{ctl: ctl, Focus: PaneTable, importance: matters, views: views}
	p.refinement = &refinement{page: p}
	return p
}

// Panel is a part of another page.
type Panel interface {
	View(*page.Scene, layout.Size) []clean.Text
}

// chart returns the chart of a pane, nil for other panes.
func (p *Page) chart(pane int) sweepChart {
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

// drawnChart returns the focused chart and its view; for the table the accuracy chart.
func (p *Page) drawnChart(sc *page.Scene) (sweepChart, sweepview.View) {
	c := p.chart(p.Focus)
	if c == nil {
		c = &p.Accuracy
	}
	return c, p.viewOf(sc, c)
}

// viewOf returns the view of a chart through the cursor.
func (p *Page) viewOf(sc *page.Scene, c sweepChart) sweepview.View {
	v := c.Aim(&sc.Sweep, sc.Lens, sc.Base())
	v.Ticks = sc.Table.Ticks
	return v
}
