package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/theme"
)

// From which size on there is room for more than the table of points.
const fullWidth, fullHeight = 60, 15

// tableAlone is the table of points on a screen that has no room for charts.
func (m *model) tableAlone() clean.Text {
	lines := append([]clean.Text{m.header.Title(m.W)}, layout.Fit(m.Table.View(&m.Sweep, m.Style, m.W, m.H-2, true), m.W, m.H-2)...)
	needs := clean.Sprintf("charts need %dx%d, this is %dx%d", fullWidth, fullHeight, m.W, m.H)
	lines = append(lines, m.Style.Paint(chart.Faint, layout.Cut(needs, m.W)))
	if m.Ask != nil || m.Prompt != nil || m.Message != "" {
		lines[len(lines)-1] = m.footer(m.W)
	}
	return clean.Join(layout.Fit(lines, m.W, m.H), "\n")
}

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
	if (m.W < fullWidth || m.H < fullHeight) && m.Shown == page.Overview && m.Session != nil && !m.ctl.Broken() {
		return m.tableAlone()
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
