package overview

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// pointActions returns the actions on points of the table.
func (p *Page) pointActions() []page.Action {
	const group = "Points"
	return []page.Action{
		{ID: "filter", Group: group, Who: page.Anyone, Keys: []string{"/"}, Short: "filter", Long: "show only points such as acc>0.9 sigma<10 method=sfa ok; by:slowness sorts",
			Modes: page.AnyMode, Footer: 11, Off: page.NoPoints, Do: p.doFilter},
		{ID: "best of each", Group: group, Who: page.Anyone, Keys: []string{"B"}, Short: "best of each", Long: "select the best point by the next measure: slowness, variance, accuracy …",
			Modes: page.AnyMode, Off: page.NoRows, Do: page.Doing(func(sc *page.Scene) { p.bestOfNext(sc) })},
		{ID: "tick", Group: group, Who: page.Anyone, Keys: []string{"t"}, Short: "tick", Long: "tick the selected point for comparison, or untick it",
			Modes: page.AnyMode, Pages: page.Only(page.Overview, page.Point), Footer: 13, Off: page.NoPoints, Do: page.Doing(func(sc *page.Scene) { sc.Table.Tick(&sc.Sweep) })},
		{ID: "untick", Group: group, Who: page.Anyone, Keys: []string{"T"}, Short: "untick all", Long: "untick all points",
			Modes: page.AnyMode, Pages: page.Only(page.Overview, page.Compare), Off: func(sc *page.Scene) clean.Text {
				if len(sc.Table.Ticks) == 0 {
					return "nothing is ticked: t ticks a point"
				}
				return ""
			}, Do: page.Doing(func(sc *page.Scene) { sc.Table.Ticks = nil })},
	}
}

// doFilter prompts for a filter, which applies while it is typed.
func (p *Page) doFilter(sc *page.Scene, _ string) tea.Cmd {
	p.Focus = PaneTable
	sc.AskFilter(sc.Table.Filter.Text)
	return nil
}

// bestOfNext selects the best row by the next measure.
func (p *Page) bestOfNext(sc *page.Scene) {
	var all []sweepview.Quantity
	for _, q := range sc.Sweep.Quantities() {
		if q.Better != 0 && sc.Sweep.BestAt(q) >= 0 {
			all = append(all, q)
		}
	}
	if len(all) == 0 {
		sc.Message = "every point failed: l shows why"
		return
	}
	next := (slices.IndexFunc(all, func(q sweepview.Quantity) bool { return q.ID == sc.Table.BestBy }) + 1) % len(all)
	q := all[next]
	sc.Table.BestBy = q.ID
	row := sc.Sweep.BestAt(q)
	sc.Message = clean.Sprintf("best %s: %s; B continues", q.Name(), q.Write(q.Of(sc.Sweep.Row(row))))
	if !sc.Table.Choose(&sc.Sweep, row) {
		sc.Message = "the best by " + q.Name() + " is not among the points that the filter shows"
	}
}

// compareActions returns the actions that open the comparison of points.
func (p *Page) compareActions() []page.Action {
	return []page.Action{
		{ID: "compare", Group: "Points", Who: page.Anyone, Keys: []string{"c"}, Short: "compare", Long: "compare the ticked points side by side, or, without ticks, the points along one axis of the selected point",
			Modes: page.AnyMode, Pages: page.Only(page.Overview, page.Point), Footer: 12, Off: page.NoRows, Do: page.Doing(func(sc *page.Scene) { sc.Show(page.Compare) })},
	}
}
