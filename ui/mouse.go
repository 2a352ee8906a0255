package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/settings"
)

// wheelStep is the number of rows or lines per step of the mouse wheel.
const wheelStep = 3

// progressLine is the line of the screen with the progress, in a replay with the scrub bar.
const progressLine = 1

// mouseOn reports whether the mouse is enabled in the settings.
func (c *Config) mouseOn() bool {
	f, _ := settings.Named("mouse")
	return f.Get(&c.Settings) == "on"
}

// mouse handles a wheel step, a click or a drag. A key exists for each of its effects.
func (m *model) mouse(msg tea.MouseMsg) tea.Cmd {
	if msg.Action == tea.MouseActionRelease {
		m.scrubbing = false
	}
	if m.Ask != nil || m.Prompt != nil || !m.cfg.mouseOn() || m.W < overview.LeastWidth || m.H < overview.LeastHeight {
		return nil
	}
	x, y := msg.X, msg.Y-bodyTop
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		return m.wheel("up", x, y)
	case msg.Button == tea.MouseButtonWheelDown:
		return m.wheel("down", x, y)
	case msg.Button != tea.MouseButtonLeft:
		return nil
	case msg.Action == tea.MouseActionMotion && m.scrubbing:
		m.scrub(x)
		return nil
	case msg.Action != tea.MouseActionPress:
		return nil
	case msg.Y == m.H-1:
		return m.clickFooter(x)
	}
	m.Message = ""
	if msg.Y == progressLine && m.scrubBarShown() {
		m.scrubbing = m.scrub(x)
		return nil
	}
	if name := m.TabAt(x, m.W); y == 0 && name != "" {
		m.show(name)
		return nil
	}
	if p, ok := m.page(m.Shown).(page.Clicker); ok {
		return p.Click(m.Scene, m.bodySize(), x, y)
	}
	return nil
}

// wheel presses an arrow key several times, with the focus on the pane under the mouse.
func (m *model) wheel(key string, x, y int) tea.Cmd {
	if p, ok := m.page(m.Shown).(page.Wheeler); ok {
		p.Point(m.Scene, m.bodySize(), x, y)
	}
	var cmds []tea.Cmd
	for range wheelStep {
		cmds = append(cmds, m.press(input.Press{Name: key}))
	}
	return tea.Batch(cmds...)
}

// scrubBarShown reports whether the second line of the screen contains the scrub bar.
func (m *model) scrubBarShown() bool {
	p, ok := m.page(m.Shown).(page.Liner)
	return m.ctl.Player != nil && (!ok || p.Second(m.Scene, m.W) == "")
}

// scrub moves the replay to the place of a column on the scrub bar, if the user may move it. It
// returns false for columns beside the bar where no drag has begun.
func (m *model) scrub(x int) bool {
	left, w := replay.BarAt(m.W)
	if w == 0 || !m.scrubbing && (x < left || x >= left+w) {
		return false
	}
	if a := m.actionFor("home"); a == nil || m.Reason(a) != "" {
		return false
	}
	m.ctl.Seek(float64(min(max(x-left, 0), w-1)) / float64(max(w-1, 1)))
	return true
}

// clickFooter presses the key that is shown at a column of the footer.
func (m *model) clickFooter(x int) tea.Cmd {
	if m.Message != "" {
		m.Message = ""
		return nil
	}
	hints, _ := m.footerHints()
	for _, h := range placeHints(hints, m.W) {
		if x >= h.x && x < h.x+h.width() {
			return m.press(input.Press{Name: h.Press})
		}
	}
	return nil
}
