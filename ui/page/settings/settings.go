// Package settings is the page on which the user chooses the preferences of the workbench. A
// choice applies at once, and is written to the file of settings.
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
	path     string // path of the settings file; "" saves them nowhere
	restyle  func() // applies changed settings

	cursor    int
	pageBelow page.Name // page below
	// unsaved are the settings to write, one after the other: the first is being written.
	unsaved []choices.Setting
}

// New returns the page, which saves settings in the file at path, "" for none. restyle is
// called after each change to apply it.
func New(s *choices.Settings, path string, restyle func()) *Page {
	return &Page{settings: s, path: path, restyle: restyle}
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Settings }

// Update handles the result of saving a setting.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(Kept); ok {
		return p.handleKept(sc, msg)
	}
	return nil
}

// Kept is the message that a setting was saved, or why not.
type Kept struct {
	Path string
	Err  error
}

// saveNext returns a command that saves the first unsaved setting.
func (p *Page) saveNext() tea.Cmd {
	path, f := p.path, p.unsaved[0]
	text := f.Get(p.settings)
	return func() tea.Msg { return Kept{path, choices.Write(path, f.Name, text)} }
}

// doSetting sets the next or previous word of a setting.
func (p *Page) doSetting(sc *page.Scene, key string) tea.Cmd {
	by := 1
	if key == "left" {
		by = -1
	}
	return p.change(sc, choices.Table[p.cursor], by)
}

// change sets the next or previous word of a setting, applies and saves it.
func (p *Page) change(sc *page.Scene, f choices.Setting, by int) tea.Cmd {
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
		sc.Message = "it applies until you quit"
	} else if p.unsaved = append(p.unsaved, f); len(p.unsaved) == 1 {
		cmds = append(cmds, p.saveNext())
	}
	return tea.Batch(cmds...)
}

// handleKept shows whether a setting was saved, and saves the next one.
func (p *Page) handleKept(sc *page.Scene, msg Kept) tea.Cmd {
	sc.Message = "kept in " + clean.Of(msg.Path)
	if msg.Err != nil {
		sc.Message = "it applies until you quit; not saved: " + clean.Of(msg.Err.Error())
	}
	if p.unsaved = p.unsaved[min(1, len(p.unsaved)):]; len(p.unsaved) > 0 {
		return p.saveNext()
	}
	return nil
}

// View draws the settings, the documentation of the one under the cursor, and samples of the
// theme.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w := size.W
	lines := []clean.Text{layout.Header(sc.Style, "·", "settings", "space and ←/→ choose; changes apply at once", w, true), ""}
	for i, f := range choices.Table {
		mark, role := clean.Text("  "), chart.Text
		if i == p.cursor {
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
	for _, part := range layout.Wrap(clean.Of(choices.Table[p.cursor].Doc), w-4) {
		lines = append(lines, "  "+sc.Style.Paint(chart.Faint, part))
	}
	lines = append(lines, "")
	return append(lines, p.samples(sc)...)
}

// samples draws samples of the theme's styles.
func (p *Page) samples(sc *page.Scene) []clean.Text {
	paint := sc.Style.Paint
	series := clean.Text("  ")
	for i, glyph := range []clean.Text{"●", "▲", "■", "◆", "○", "△", "□", "◇"} {
		series += paint(chart.SeriesRole(i), "─"+glyph+"─") + " "
	}
	return []clean.Text{series, "  " + paint(chart.Good, "★ best") + "  " + paint(chart.Warn, "▲ warning") + "  " + paint(chart.Bad, "✗ violated") + "  " +
		paint(chart.Accent, "│ cursor") + "  " + paint(chart.Faint, "axis")}
}

// Actions returns the actions that open the page and change a setting.
func (p *Page) Actions() []page.Action {
	const group = "Settings"
	return []page.Action{
		{ID: "settings", Group: group, Who: page.Anyone, Keys: []string{"C"}, Short: "settings", Long: "theme, colours, characters, curves, mouse and bell",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Do: page.Doing(func(sc *page.Scene) {
				if sc.Shown == page.Settings {
					sc.Shown = p.pageBelow
					return
				}
				p.pageBelow, sc.Shown = sc.Shown, page.Settings
			})},
		{ID: "choose setting", Group: group, Who: page.Anyone, Keys: []string{"up", "down", "k", "j", "tab", "shift+tab"}, Short: "choose", Long: "choose a setting",
			Modes: page.AnyMode, Do: func(sc *page.Scene, key string) tea.Cmd {
				by := map[string]int{"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}[key]
				p.cursor = (p.cursor + by + len(choices.Table)) % len(choices.Table)
				return nil
			}},
		{ID: "curves", Group: group, Who: page.Anyone, Short: "curves", Long: "draw curves in the next way: auto, lines, braille; as the setting curves",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Do: func(sc *page.Scene, _ string) tea.Cmd {
				f, _ := choices.Named("curves")
				cmd := p.change(sc, f, 1)
				sc.Message = "curves: " + clean.Of(f.Get(p.settings))
				return cmd
			}},
		{ID: "set", Group: group, Who: page.Anyone, Keys: []string{" ", "right", "left", "enter"}, Short: "change", Long: "select the next or previous value; the settings file stores it",
			Modes: page.AnyMode, Footer: 2, Do: p.doSetting},
	}
}
