package ui

import (
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/points"
	"example.com/sfatui/ui/snapshot"
	tea "github.com/charmbracelet/bubbletea"
)

// pointActions are about the points of the table.
func pointActions() []action {
	const group = "Points"
	return []action{
		{id: "filter", group: group, keys: []string{"/"}, short: "filter", long: "show only points such as acc>0.9 sigma<10 method=sfa ok; by:slowness sorts",
			modes: page.AnyMode, pages: page.Only(page.Overview), footer: 11, off: on(page.NoPoints), do: doFilter},
		{id: "best of each", group: group, keys: []string{"B"}, short: "best of each", long: "select the best point by the next measure: slowness, variance, accuracy …",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: on(page.NoRows), do: doing(func(m *model) { m.bestOfNext() })},
		{id: "tick", group: group, keys: []string{"t"}, short: "tick", long: "tick the selected point for comparing, or take the tick away",
			modes: page.AnyMode, pages: page.Only(page.Overview, page.Point), footer: 13, off: on(page.NoPoints), do: doing(func(m *model) { m.Table.Tick(&m.Sweep) })},
		{id: "untick", group: group, keys: []string{"T"}, short: "untick all", long: "take all ticks away",
			modes: page.AnyMode, pages: page.Only(page.Overview, page.Compare), off: func(m *model) clean.Text {
				if len(m.Table.Ticks) == 0 {
					return "nothing is ticked: t ticks a point"
				}
				return ""
			}, do: doing(func(m *model) { m.Table.Ticks = nil })},
	}
}

// doFilter asks for a filter, which takes hold as it is typed.
func doFilter(m *model, _ string) tea.Cmd {
	before := m.Table.Filter
	take := func(f points.Filter) {
		m.Table.Filter = f
		m.Arrange()
	}
	m.focus = overview.PaneTable
	m.Prompt = &page.Prompt{Label: "/", Input: input.New(before.Text), Hint: "acc>0.9 sigma<10 method=sfa ok · by:slowness",
		Typed: func(text string) error {
			f, err := m.Table.ParseFilter(&m.Sweep, text)
			if err == nil {
				take(f)
			}
			return err
		},
		Done: func(text string) tea.Cmd { return nil },
		Back: func() { take(before) }}
	return nil
}

// bestOfNext selects the best row by the next measure.
func (m *model) bestOfNext() {
	var all []snapshot.Quantity
	for _, q := range m.Sweep.Quantities() {
		if q.Better != 0 && m.Sweep.BestAt(q) >= 0 {
			all = append(all, q)
		}
	}
	if len(all) == 0 {
		m.Message = "every point failed: l says why"
		return
	}
	next := (slices.IndexFunc(all, func(q snapshot.Quantity) bool { return q.ID == m.Table.BestBy }) + 1) % len(all)
	q := all[next]
	m.Table.BestBy = q.ID
	row := m.Sweep.BestAt(q)
	m.Message = clean.Sprintf("best %s: %s; B goes on", q.Name(), q.Write(q.Of(m.Sweep.Row(row))))
	m.Lens.Release()
	if !m.Table.Choose(&m.Sweep, row) {
		m.Message = "the best by " + q.Name() + " is not among the points that the filter shows"
	}
}

// compareActions go to the page that sets points side by side.
func compareActions() []action {
	return []action{
		{id: "compare", group: "Points", keys: []string{"c"}, short: "compare", long: "set the ticked points side by side, or without ticks those that differ from the selected one along an axis",
			modes: page.AnyMode, pages: page.Only(page.Overview, page.Point), footer: 12, off: on(page.NoRows), do: doing(func(m *model) { m.Show(page.Compare) })},
	}
}
