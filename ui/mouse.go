package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/settings"
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
	}
	if p, ok := m.page(m.Shown).(page.Clicker); ok {
		return p.Click(m.Scene, m.room(), msg.X, msg.Y-bodyTop)
	}
	return nil
}

// clickFooter presses the key that is shown at a column of the footer.
func (m *model) clickFooter(x int) tea.Cmd {
	if m.Message != "" {
		m.Message = ""
		return nil
	}
	hints, _ := m.footerHints()
	for _, h := range placed(hints, m.W) {
		if x >= h.x && x < h.x+h.width() {
			return m.press(keys.Press{Name: h.Press})
		}
	}
	return nil
}
