package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/theme"
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
