package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Point puts the focus on the list at a line.
func (p *Page) Point(_ *page.Scene, size layout.Size, x, y int) {
	above, data := p.heights(size)
	switch {
	case p.isWide(size) && x >= leftHalf(size.W):
	case y < above:
		p.pane = paneSessions
	case y < above+data:
		p.pane = paneData
	}
}

// Click selects the session or the data at a line. A click on the selected item opens it, as
// enter does.
func (p *Page) Click(sc *page.Scene, size layout.Size, x, y int) tea.Cmd {
	if p.opening || p.isWide(size) && x >= leftHalf(size.W) {
		return nil
	}
	before := p.pane
	p.Point(sc, size, x, y)
	above, data := p.heights(size)
	row := y - 2 // below the headings of the pane and of the list
	switch {
	case y >= above+data:
		return nil
	case y >= above:
		row = y - above - 1
	}
	lines := p.drawn[p.pane]
	if row < 0 || row >= len(lines) || lines[row].at < 0 {
		return nil
	}
	at := lines[row].at
	if p.pane == before && at == p.cursor[p.pane] {
		return p.open()
	}
	p.cursor[p.pane] = at
	return p.reader.next()
}
