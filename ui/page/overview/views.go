package overview

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/page"
)

// viewKeys are the keys of the views beside their numbers, in the order of
// these; in a replay numbers seek.
var viewKeys = []string{"S", "V", "A", "P", "M", "F", "E", "d", "l"}

// visit shows a view by its number from 0: a pane of the main page beside the
// others, and alone when it is asked for again, or a page of its own.
func (p *Page) visit(sc *page.Scene, number int) {
	if number >= Panes {
		sc.Open(p.views[number-Panes])
		return
	}
	if sc.Shown == page.Overview && p.Focus == number {
		p.Zoomed = !p.Zoomed
	}
	sc.Shown, p.Focus = page.Overview, number
}

// viewActions go from view to view.
func (p *Page) viewActions() []page.Action {
	const group = "Views"
	return []page.Action{
		{ID: "view", Group: group, Keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, Short: "views",
			Long:  "slowness, variance, accuracy, points (again: alone), map, features, graph, data, log",
			Modes: page.Live | page.Following | page.Opened, Pages: page.SweepPages, Footer: 7, Off: page.NoSession, Do: func(sc *page.Scene, key string) tea.Cmd {
				p.visit(sc, int(key[0]-'1'))
				return nil
			}},
		{ID: "view alone", Group: group, Keys: viewKeys[:7], Short: "alone",
			Long:  "slowness, variance, accuracy, points alone on the screen, map, features, edges of the training graph",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: page.NoSession, Do: func(sc *page.Scene, key string) tea.Cmd {
				number := slices.Index(viewKeys, key)
				p.visit(sc, number)
				p.Zoomed = number < Panes
				return nil
			}},
	}
}
