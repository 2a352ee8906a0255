package ui

import (
	"slices"

	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/settings"
	tea "github.com/charmbracelet/bubbletea"
)

// wheelStep is how many rows or lines a turn of the wheel moves.
const wheelStep = 3

// mouseOn says that the mouse is listened to.
func (c *Config) mouseOn() bool {
	f, _ := settings.Named("mouse")
	return f.Get(&c.Settings) == "on"
}

// mouse takes up a turn of the wheel or a click. Whatever it does a key does
// too.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	if m.Ask != nil || m.Prompt != nil || !m.cfg.mouseOn() || m.W < overview.LeastWidth || m.H < overview.LeastHeight {
		return nil
	}
	switch {
	case msg.Button == tea.MouseButtonWheelUp || msg.Button == tea.MouseButtonWheelDown:
		name := "down"
		if msg.Button == tea.MouseButtonWheelUp {
			name = "up"
		}
		var cmds []tea.Cmd
		for range wheelStep {
			cmds = append(cmds, m.press(keys.Press{Name: name}))
		}
		return tea.Batch(cmds...)
	case msg.Button != tea.MouseButtonLeft || msg.Action != tea.MouseActionPress:
		return nil
	case msg.Y == m.H-1:
		return m.clickFooter(msg.X)
	case m.Shown == page.Help:
		return m.clickHelp(msg.Y - bodyTop)
	case m.Shown == page.Overview && m.Session != nil:
		m.clickPane(msg.X, msg.Y-bodyTop)
	}
	return nil
}

// bodyTop is the line in which the body of the screen begins.
const bodyTop = 2

// clickFooter presses the key that is shown at a column of the footer.
func (m *model) clickFooter(x int) tea.Cmd {
	if m.Message != "" {
		m.Message = ""
		return nil
	}
	for _, h := range placed(m.footerHints(), m.W) {
		if x >= h.x && x < h.x+h.width() {
			return m.press(keys.Press{Name: h.press})
		}
	}
	return nil
}

// clickPane goes to a pane, and selects the row of the table that was hit.
func (m *model) clickPane(x, y int) {
	areas := overview.Arrangement(m.W, m.H-3, m.focus, m.zoomed)
	i := slices.IndexFunc(areas, func(a layout.Area) bool { return x >= a.X && x < a.X+a.W && y >= a.Y && y < a.Y+a.H })
	if i < 0 {
		return
	}
	m.focus = areas[i].Pane
	row := y - areas[i].Y - 2 // below the headings of the pane and of the table
	if m.focus != overview.PaneTable || row < 0 || row >= m.Table.Body || m.Table.Top+row >= len(m.Table.Order) {
		return
	}
	m.Lens.Release()
	m.Table.Move(&m.Sweep, m.Table.Top+row-m.Table.At)
}

// clickHelp picks an action of the help; one that is picked is done.
func (m *model) clickHelp(y int) tea.Cmd {
	i := slices.Index(m.help.lines, y)
	switch {
	case i < 0:
		return nil
	case i == m.help.at:
		return m.helpKey(keys.Press{Name: "enter"})
	}
	m.help.at = i
	return nil
}
