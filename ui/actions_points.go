package ui

import (
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/snapshot"
	tea "github.com/charmbracelet/bubbletea"
)

// pointActions are about the points of the table.
func pointActions() []action {
	const group = "Points"
	return []action{
		{id: "filter", group: group, keys: []string{"/"}, short: "filter", long: "show only points such as acc>0.9 sigma<10 method=sfa ok; by:slowness sorts",
			modes: anyMode, pages: pageMain, footer: 11, off: offNoPoints, do: doFilter},
		{id: "best of each", group: group, keys: []string{"B"}, short: "best of each", long: "select the best point by the next measure: slowness, variance, accuracy …",
			modes: anyMode, pages: pageMain, off: offNoRows, do: doing(func(m *model) { m.bestOfNext() })},
		{id: "tick", group: group, keys: []string{"t"}, short: "tick", long: "tick the selected point for comparing, or take the tick away",
			modes: anyMode, pages: pageMain | pageDetail, footer: 13, off: offNoPoints, do: doing(func(m *model) { m.table.tick(&m.scene) })},
		{id: "untick", group: group, keys: []string{"T"}, short: "untick all", long: "take all ticks away",
			modes: anyMode, pages: pageMain | pageCompare, off: func(m *model) clean.Text {
				if len(m.table.ticks) == 0 {
					return "nothing is ticked: t ticks a point"
				}
				return ""
			}, do: doing(func(m *model) { m.table.ticks = nil })},
	}
}

func offNoPoints(m *model) clean.Text {
	if len(m.scene.Rows)+len(m.scene.Waiting) == 0 {
		return "there are no points yet"
	}
	return ""
}

// doFilter asks for a filter, which takes hold as it is typed.
func doFilter(m *model, _ string) tea.Cmd {
	before := m.table.filter
	take := func(f filter) {
		m.table.filter = f
		m.arrange()
	}
	m.focus = paneTable
	m.prompt = &prompt{label: "/", input: input.New(before.text), hint: "acc>0.9 sigma<10 method=sfa ok · by:slowness",
		typed: func(text string) error {
			f, err := m.parseFilter(text)
			if err == nil {
				take(f)
			}
			return err
		},
		done: func(text string) tea.Cmd { return nil },
		back: func() { take(before) }}
	return nil
}

// bestOfNext selects the best row by the next measure.
func (m *model) bestOfNext() {
	var all []snapshot.Quantity
	for _, q := range m.scene.Quantities() {
		if q.Better != 0 && m.scene.BestAt(q) >= 0 {
			all = append(all, q)
		}
	}
	if len(all) == 0 {
		m.message = "every point failed: l says why"
		return
	}
	next := (slices.IndexFunc(all, func(q snapshot.Quantity) bool { return q.ID == m.table.bestBy }) + 1) % len(all)
	q := all[next]
	m.table.bestBy = q.ID
	row := m.scene.BestAt(q)
	m.message = clean.Sprintf("best %s: %s; B goes on", q.Name(), q.Write(q.Of(m.scene.Row(row))))
	m.lens.Release()
	if !m.table.choose(&m.scene, row) {
		m.message = "the best by " + q.Name() + " is not among the points that the filter shows"
	}
}
