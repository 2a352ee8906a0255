package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// editorView draws the editor, or why there is nothing to edit yet.
func (m *model) editorView(w, h int) []clean.Text {
	head := layout.Header(m.Style, "·", "sweep", "enter types, ←/→ choose, s starts the new points", w, true)
	if m.Set == nil {
		text := []clean.Text{"opening the data"}
		role := theme.Strong
		if m.Problem != nil {
			text, role = layout.Wrap(editor.SpecMessage(m.Problem), min(w-8, 70)), chart.Bad
		}
		return append([]clean.Text{head}, layout.Card(m.Style, role, "sweep", text, w, h-1)...)
	}
	return append([]clean.Text{head}, m.editor.View(m.Style, w, h-1)...)
}

// editorActions change the sweep.
func editorActions() []action {
	const group = "Editor"
	edit := func(id string, keys []string, footer int, short, long clean.Text, off func(*model) clean.Text, do func(*model, string) tea.Cmd) action {
		return action{id: id, group: group, keys: keys, short: short, long: long, modes: page.Live | page.Opened, pages: page.Only(page.Editor), footer: footer, off: off, do: do}
	}
	return []action{
		edit("choose field", []string{"up", "down", "k", "j", "tab", "shift+tab"}, 0, "choose", "choose an axis or a setting", nil,
			func(m *model, key string) tea.Cmd {
				by := map[string]int{"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}[key]
				m.editor.Move(by)
				return nil
			}),
		edit("ends of fields", []string{"g", "G", "home", "end"}, 0, "ends", "first and last axis or setting", nil,
			func(m *model, key string) tea.Cmd {
				m.editor.Move(map[string]int{"g": -len(editor.Fields), "home": -len(editor.Fields), "G": len(editor.Fields), "end": len(editor.Fields)}[key])
				return nil
			}),
		edit("type", []string{"enter"}, 2, "type", "type another text; empty means the default", offNoData,
			doing(func(m *model) { m.editor.Begin() })),
		edit("cycle", []string{" ", "right", "left"}, 3, "choose", "go through the words that a field may be", offNoChoices,
			func(m *model, key string) tea.Cmd {
				by := 1
				if key == "left" {
					by = -1
				}
				if m.editor.Cycle(by) {
					return m.checkLater()
				}
				return nil
			}),
		edit("undo", []string{"u"}, 4, "undo", "take back the last change", func(m *model) clean.Text {
			if len(m.editor.Undo) == 0 {
				return "nothing was changed"
			}
			return ""
		}, func(m *model, _ string) tea.Cmd {
			m.editor.TakeBack()
			return m.checkLater()
		}),
		edit("start new points", []string{"s"}, 1, "start", "start the points that are new", offStartDraft, doStartDraft),
	}
}

func offNoData(m *model) clean.Text {
	if m.Set == nil {
		return "the data is not ready yet"
	}
	return ""
}

func offNoChoices(m *model) clean.Text {
	if editor.Fields[m.editor.At].Choices == nil {
		return "not a choice of words: enter types a text"
	}
	return offNoData(m)
}

func offStartDraft(m *model) clean.Text {
	if why := offNoData(m); why != "" {
		return why
	}
	switch {
	case m.starting:
		return "the sweep is starting"
	case m.elsewhere():
		return anotherComputes
	case m.standing.Busy != "":
		return m.standing.Busy
	}
	return m.editor.Off(m.Spec)
}

// doStartDraft makes the draft the sweep and computes what is new in it: in a
// session of its own, or added to the session in hand, also while it runs.
func doStartDraft(m *model, _ string) tea.Cmd {
	fresh := m.editor.Check.Fresh
	if m.Session != nil {
		m.Lens.TurnTo(m.Sweep.Outline.Beyond(m.editor.Check.Outline), m.Base())
	}
	before := m.Sweep.Outline
	m.adopt()
	m.Shown = page.Overview
	if fresh == 0 {
		m.Message = "nothing to compute: the best point is now chosen by " + clean.Of(m.Sweep.Objective)
		return nil
	}
	return m.compute(m.Plan, before)
}
