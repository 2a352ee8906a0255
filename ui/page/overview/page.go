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
	ctl      *control.Control
	Focus    int // the pane that keys are for
	Zoomed   bool
	Slowness Slowness
	Variance Variance
	Accuracy Accuracy
	detail   *bool // whether there is a pane of details; nil before the user said so
	matters  Panel
	views    []page.Name // that have the numbers after the panes
	refineID int         // of the points around one that were asked for last
}

// New is the page. The views are the pages that have the numbers after its panes.
// matters draws what matters and the parallel axes on wide screens.
func New(ctl *control.Control, matters Panel, views ...page.Name) *Page {
	return &Page{ctl: ctl, Focus: PaneTable, matters: matters, views: views}
}

// Panel is a part of another page.
type Panel interface {
	View(*page.Scene, layout.Size) []clean.Text
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
func (p *Page) drawnChart(sc *page.Scene) (plotted, sweepview.View) {
	c := p.chart(p.Focus)
	if c == nil {
		c = &p.Accuracy
	}
	return c, p.aim(sc, c)
}

// aim is the slice through the cursor that a chart shows.
func (p *Page) aim(sc *page.Scene, c plotted) sweepview.View {
	v := c.Aim(&sc.Sweep, sc.Lens, sc.Base())
	v.Ticks = sc.Table.Ticks
	return v
}
