package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Point puts the focus on the list at a line.
func (p *Page) Point(_ *page.Scene, size layout.Size, _, y int) {
	above, data := p.heights(size.H)
	switch {
	case y < above:
		p.pane = paneSessions
	case y < above+data:
		p.pane = paneData
	}
}

// Click selects the session or the data at a line. A click on the selected item opens it, as
// enter does.
func (p *Page) Click(sc *page.Scene, size layout.Size, x, y int) tea.Cmd {
	if p.opening {
		return nil
	}
	before := p.pane
	p.Point(sc, size, x, y)
	above, data := p.heights(size.H)
	row, rows, n := y-2, p.rows, len(p.visibleSessions()) // below the headings of the pane and of the list
	if y >= above {
		row, rows, n = y-above-1, max(data-1, 1), len(p.visibleData())
		if n > rows {
			rows = max(rows-1, 1)
		}
	}
	at := p.top[p.pane] + row
	if y >= above+data || row < 0 || row >= rows || at >= n {
		return nil
	}
	if p.pane == before && at == p.cursor[p.pane] {
		return p.open()
	}
	p.cursor[p.pane] = at
	return p.readNext()
}
