package ui

import (
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/theme"
)

// View draws the screen: exactly as many lines as it has, none wider.
func (m *model) View() string {
	if m.Style.ASCII {
		return theme.ToASCII(string(m.screen()))
	}
	return string(m.screen())
}

func (m *model) screen() clean.Text {
	if m.W < overview.LeastWidth || m.H < overview.LeastHeight {
		text := []clean.Text{"terminal too small:", clean.Sprintf("%dx%d, needs %dx%d", m.W, m.H, overview.LeastWidth, overview.LeastHeight)}
		if m.H < 2 || m.W < 20 {
			text = layout.Wrap(clean.Join(text, " "), m.W)
		}
		return clean.Join(layout.Fit(text, m.W, m.H), "\n")
	}
	size := m.room()
	body := m.page(m.Shown).View(m.Scene, size)
	second := clean.Text("")
	if p, ok := m.page(m.Shown).(page.Liner); ok {
		second = p.Second(m.Scene, m.W)
	}
	if second == "" {
		second = m.header.Progress(m.W)
	}
	lines := append([]clean.Text{m.header.Title(m.W), second}, layout.Fit(body, size.W, size.H)...)
	lines = append(lines, m.footer(m.W))
	return clean.Join(layout.Fit(lines, m.W, m.H), "\n")
}
