package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// settingsPage lets the user choose how the workbench is to be. What is chosen
// holds at once, and is written into the file of settings.
type settingsPage struct {
	at   int
	from page.Name // the page that it lies over
	// due are the settings to write, one after the other: the first is being
	// written.
	due []settings.Setting
}

// settingKept tells whether a setting was written.
type settingKept struct {
	path string
	err  error
}

// keep writes the setting that is due first.
func (m *model) keep() tea.Cmd {
	path, f := m.cfg.SettingsPath, m.settings.due[0]
	text := f.Get(&m.cfg.Settings)
	return func() tea.Msg { return settingKept{path, settings.Write(path, f.Name, text)} }
}

// restyle makes the looks that the settings ask for.
func (m *model) restyle() {
	m.Style = theme.New(m.wire.Out, m.cfg.Environ, m.cfg.Settings)
	m.Sweep.ASCII = m.Style.ASCII
	m.Sweep.SetPlan(m.Sweep.Outline, m.Sweep.Criterion) // names its axes anew
	m.Arrange()
}

// doSetting takes the next word of a setting.
func doSetting(m *model, key string) tea.Cmd {
	f := settings.Table[m.settings.at]
	by := 1
	if key == "left" {
		by = -1
	}
	*f.At(&m.cfg.Settings) = settings.Next(f.Choices, f.Get(&m.cfg.Settings), by)
	m.restyle()
	var cmds []tea.Cmd
	if f.Name == "mouse" {
		mouse := tea.DisableMouse
		if m.cfg.mouseOn() {
			mouse = tea.EnableMouseCellMotion
		}
		cmds = append(cmds, mouse)
	}
	if m.cfg.SettingsPath == "" || m.cfg.Host != nil {
		m.Message = "it holds until you leave"
	} else if m.settings.due = append(m.settings.due, f); len(m.settings.due) == 1 {
		cmds = append(cmds, m.keep())
	}
	return tea.Batch(cmds...)
}

// settingKept says whether a setting was written, and writes what was changed
// meanwhile.
func (m *model) settingKept(msg settingKept) tea.Cmd {
	m.Message = "kept in " + clean.Of(msg.path)
	if msg.err != nil {
		m.Message = "it holds until you leave; not kept: " + clean.Of(msg.err.Error())
	}
	if m.settings.due = m.settings.due[min(1, len(m.settings.due)):]; len(m.settings.due) > 0 {
		return m.keep()
	}
	return nil
}

// settingsView draws the page.
func (m *model) settingsView(w, h int) []clean.Text {
	lines := []clean.Text{layout.Header(m.Style, "·", "settings", "space and ←/→ choose, they hold at once", w, true), ""}
	for i, f := range settings.Table {
		mark, role := clean.Text("  "), chart.Text
		if i == m.settings.at {
			mark, role = m.Style.Paint(chart.Accent, "› "), theme.Strong
		}
		var words []clean.Text
		for _, c := range f.Choices {
			role := chart.Faint
			if c == f.Get(&m.cfg.Settings) {
				role = theme.Selected
			}
			words = append(words, m.Style.Paint(role, " "+clean.Of(c)+" "))
		}
		lines = append(lines, mark+m.Style.Paint(role, layout.Pad(clean.Of(f.Name), 9))+clean.Join(words, " "))
	}
	lines = append(lines, "")
	for _, part := range layout.Wrap(clean.Of(settings.Table[m.settings.at].Doc), w-4) {
		lines = append(lines, "  "+m.Style.Paint(chart.Faint, part))
	}
	lines = append(lines, "")
	return append(lines, m.samples()...)
}

// samples show the looks that the theme gives.
func (m *model) samples() []clean.Text {
	paint := m.Style.Paint
	series := clean.Text("  ")
	for i, glyph := range []clean.Text{"●", "▲", "■", "◆", "○", "△", "□", "◇"} {
		series += paint(chart.SeriesRole(i), "─"+glyph+"─") + " "
	}
	return []clean.Text{series, "  " + paint(chart.Good, "★ best") + "  " + paint(chart.Warn, "▲ warning") + "  " + paint(chart.Bad, "✗ violated") + "  " +
		paint(chart.Accent, "│ cursor") + "  " + paint(chart.Faint, "axis")}
}

// settingActions go to the page of settings, and change them.
func settingActions() []action {
	const group = "Settings"
	return []action{
		{id: "settings", group: group, keys: []string{"C"}, short: "settings", long: "theme, colours, characters, mouse and bell",
			modes: page.AnyMode, pages: page.But(page.Help), do: doing(func(m *model) {
				if m.Shown == page.Settings {
					m.Shown = m.settings.from
					return
				}
				m.settings.from, m.Shown = m.Shown, page.Settings
			})},
		{id: "choose setting", group: group, keys: []string{"up", "down", "k", "j", "tab", "shift+tab"}, short: "choose", long: "choose a setting",
			modes: page.AnyMode, pages: page.Only(page.Settings), do: func(m *model, key string) tea.Cmd {
				by := map[string]int{"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}[key]
				m.settings.at = (m.settings.at + by + len(settings.Table)) % len(settings.Table)
				return nil
			}},
		{id: "set", group: group, keys: []string{" ", "right", "left", "enter"}, short: "change", long: "take its next word, or the one before; it is kept in the file of settings",
			modes: page.AnyMode, pages: page.Only(page.Settings), footer: 2, do: doSetting},
	}
}
