package overview

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/page"
)

// showView shows a view by its digit, from 0: a pane of this page, alone if it has the focus
// already, or another page.
func (p *Page) showView(sc *page.Scene, number int) {
	if number >= Panes {
		sc.Open(p.views[number-Panes])
		return
	}
	if sc.Shown == page.Overview && p.Focus == number {
		p.Zoomed = !p.Zoomed
	}
	if number == PaneVariance && sc.W < wide && p.hasDetail(sc.W, sc.H) {
		p.detail = nil // the details take its place
	}
	sc.Shown, p.Focus, sc.InPanes = page.Overview, number, true
}

// viewActions returns the actions that select views.
func (p *Page) viewActions() []page.Action {
	const group = "Views"
	return []page.Action{
		{ID: "pane", Group: group, Place: 1, Who: page.Anyone, Keys: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}, Short: "views",
			Long:  "slowness, variance, accuracy, points (again: alone), map, what matters, choosing, tasks, log",
			Modes: page.AnyMode, Pages: page.SweepPages, Footer: 7, Off: page.NoSession, Do: func(sc *page.Scene, key string) tea.Cmd {
				p.showView(sc, int(key[0]-'1'))
				return nil
			}},
	}
}
