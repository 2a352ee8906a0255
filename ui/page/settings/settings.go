// Package settings is the page on which the user chooses how the workbench is to
// be. What is chosen holds at once, and is written into the file of settings.
package settings

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	choices "example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/theme"
)

// Page shows the settings.
type Page struct {
	settings *choices.Settings
	path     string // of their file; "" keeps them nowhere
	restyle  func() // makes the looks that they ask for

	at   int
	from page.Name // the page that it lies over
	// due are the settings to write, one after the other: the first is being
	// written.
	due []choices.Setting
}

// New is the page, which changes settings and keeps them in the file at path, ""
// for none. After each change restyle makes the looks that they ask for.
func New(s *choices.Settings, path string, restyle func()) *Page {
	return &Page{settings: s, path: path, restyle: restyle}
}

func (p *Page) Name() page.Name { return page.Settings }

// Update takes up that a setting was written.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(Kept); ok {
		return p.kept(sc, msg)
	}
	return nil
}

// Kept tells whether a setting was written.
type Kept struct {
	Path string
	Err  error
}

// keep writes the setting that is due first.
func (p *Page) keep() tea.Cmd {
	path, f := p.path, p.due[0]
	text := f.Get(p.settings)
	return func() tea.Msg { return Kept{path, choices.Write(path, f.Name, text)} }
}

// doSetting takes the next word of a setting.
func (p *Page) doSetting(sc *page.Scene, key string) tea.Cmd {
	f := choices.Table[p.at]
	by := 1
	if key == "left" {
		by = -1
	}
	*f.At(p.settings) = choices.Next(f.Choices, f.Get(p.settings), by)
	p.restyle()
	var cmds []tea.Cmd
	if f.Name == "mouse" {
		mouse := tea.DisableMouse
		if f.Get(p.settings) == "on" {
			mouse = tea.EnableMouseCellMotion
		}
		cmds = append(cmds, mouse)
	}
	if p.path == "" {
		sc.Message = "it holds until you leave"
	} else if p.due = append(p.due, f); len(p.due) == 1 {
		cmds = append(cmds, p.keep())
	}
	return tea.Batch(cmds...)
}

// kept says whether a setting was written, and writes what was changed
// meanwhile.
func (p *Page) kept(sc *page.Scene, msg Kept) tea.Cmd {
	sc.Message = "kept in " + clean.Of(msg.Path)
	if msg.Err != nil {
		sc.Message = "it holds until you leave; not kept: " + clean.Of(msg.Err.Error())
	}
	if p.due = p.due[min(1, len(p.due)):]; len(p.due) > 0 {
		return p.keep()
	}
	return nil
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w := size.W
	lines := []clean.Text{layout.Header(sc.Style, "·", "settings", "space and ←/→ choose, they hold at once", w, true), ""}
	for i, f := range choices.Table {
		mark, role := clean.Text("  "), chart.Text
		if i == p.at {
			mark, role = sc.Style.Paint(chart.Accent, "› "), theme.Strong
		}
		var words []clean.Text
		for _, c := range f.Choices {
			role := chart.Faint
			if c == f.Get(p.settings) {
				role = theme.Selected
			}
			words = append(words, sc.Style.Paint(role, " "+clean.Of(c)+" "))
		}
		lines = append(lines, mark+sc.Style.Paint(role, layout.Pad(clean.Of(f.Name), 9))+clean.Join(words, " "))
	}
	lines = append(lines, "")
	for _, part := range layout.Wrap(clean.Of(choices.Table[p.at].Doc), w-4) {
		lines = append(lines, "  "+sc.Style.Paint(chart.Faint, part))
	}
	lines = append(lines, "")
	return append(lines, p.samples(sc)...)
}

// samples show the looks that the theme gives.
func (p *Page) samples(sc *page.Scene) []clean.Text {
	paint := sc.Style.Paint
	series := clean.Text("  ")
	for i, glyph := range []clean.Text{"●", "▲", "■", "◆", "○", "△", "□", "◇"} {
		series += paint(chart.SeriesRole(i), "─"+glyph+"─") + " "
	}
	return []clean.Text{series, "  " + paint(chart.Good, "★ best") + "  " + paint(chart.Warn, "▲ warning") + "  " + paint(chart.Bad, "✗ violated") + "  " +
		paint(chart.Accent, "│ cursor") + "  " + paint(chart.Faint, "axis")}
}

// Actions go to the page, and change a setting.
func (p *Page) Actions() []page.Action {
	const group = "Settings"
	return []page.Action{
		{ID: "settings", Group: group, Who: page.Anyone, Keys: []string{"C"}, Short: "settings", Long: "theme, colours, characters, mouse and bell",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Do: page.Doing(func(sc *page.Scene) {
				if sc.Shown == page.Settings {
					sc.Shown = p.from
					return
				}
				p.from, sc.Shown = sc.Shown, page.Settings
			})},
		{ID: "choose setting", Group: group, Who: page.Anyone, Keys: []string{"up", "down", "k", "j", "tab", "shift+tab"}, Short: "choose", Long: "choose a setting",
			Modes: page.AnyMode, Do: func(sc *page.Scene, key string) tea.Cmd {
				by := map[string]int{"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}[key]
				p.at = (p.at + by + len(choices.Table)) % len(choices.Table)
				return nil
			}},
		{ID: "set", Group: group, Who: page.Anyone, Keys: []string{" ", "right", "left", "enter"}, Short: "change", Long: "take its next word, or the one before; it is kept in the file of settings",
			Modes: page.AnyMode, Footer: 2, Do: p.doSetting},
	}
}
