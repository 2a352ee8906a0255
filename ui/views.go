package ui

import (
	"slices"

	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	tea "github.com/charmbracelet/bubbletea"
)

// viewKeys are the keys of the views beside their numbers, in the order of
// these; in a replay numbers seek.
var viewKeys = []string{"S", "V", "A", "P", "M", "F", "E", "d", "l"}

// The views after the panes of the main page, by number from 0.
var viewPages = []page.Name{page.Map, page.Features, page.Graph, page.Data, page.Log}

// visit shows a view by its number from 0: a pane of the main page beside the
// others, and alone when it is asked for again, or a page of its own.
func (m *model) visit(number int) {
	if number >= overview.Panes {
		m.open(viewPages[number-overview.Panes])
		return
	}
	if m.Shown == page.Overview && m.focus == number {
		m.zoomed = !m.zoomed
	}
	m.Shown, m.focus = page.Overview, number
}

// viewActions go from view to view.
func viewActions() []action {
	const group = "Views"
	return []action{
		{id: "view", group: group, keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, short: "views",
			long:  "slowness, variance, accuracy, points (again: alone), map, features, graph, data, log",
			modes: page.Live | page.Following | page.Opened, pages: page.SweepPages, footer: 7, off: on(page.NoSession), do: func(m *model, key string) tea.Cmd {
				m.visit(int(key[0] - '1'))
				return nil
			}},
		{id: "view alone", group: group, keys: viewKeys[:7], short: "alone",
			long:  "slowness, variance, accuracy, points alone on the screen, map, features, edges of the training graph",
			modes: page.AnyMode, pages: page.SweepPages, off: on(page.NoSession), do: func(m *model, key string) tea.Cmd {
				number := slices.Index(viewKeys, key)
				m.visit(number)
				m.zoomed = number < overview.Panes
				return nil
			}},
	}
}

// open shows a page from its beginning.
func (m *model) open(name page.Name) {
	m.Show(name)
	if p, ok := m.pages[name].(page.Enterer); ok {
		p.Enter(m.Scene)
	}
}
