package ui

import (
	"slices"
	"strings"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// hint is a key in the footer.
type hint struct {
	page.Hint
	x int // first column
}

// width returns the width of the hint in cells.
func (h hint) width() int { return layout.Width(h.Shown) + 1 + layout.Width(h.Does) }

// footer draws the last line: a question, a prompt, a message, or key hints.
func (m *model) footer(w int) clean.Text {
	switch {
	case m.scene.Ask != nil:
		return m.scene.Ask.View(m.scene.Style, w)
	case m.scene.Prompt != nil:
		return m.scene.Prompt.View(m.scene.Style, w)
	case m.scene.Message != "":
		return m.scene.Style.Paint(chart.Warn, layout.CutWords(m.scene.Message, w))
	}
	hints, instead := m.footerHints()
	if instead != "" {
		return m.scene.Style.Paint(chart.Warn, layout.CutWords(instead, w))
	}
	line, used := clean.Text(""), 0
	for _, h := range placeHints(hints, w) {
		line += layout.Blanks(h.x-used) + m.scene.Style.Paint(theme.Keycap, h.Shown) + " " + h.Does
		used = h.x + h.width()
	}
	return line
}

// footerHints returns the keys for the footer that can be used now, most important first. A
// page on which text is typed provides its own hints, or a line in their place.
func (m *model) footerHints() (hints []page.Hint, instead clean.Text) {
	if p := m.typingPage(); p != nil {
		return p.Hints(m.scene)
	}
	var list []*page.Action
	for i := range m.actions {
		a := &m.actions[i]
		if a.Footer > 0 && a.ID != string(m.scene.Shown) && a.Applies(m.scene.Keys(), m.scene.Shown) && m.Reason(a) == "" {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *page.Action) int { return a.Footer - b.Footer })
	for _, a := range list {
		h := page.Hint{Press: a.Keys[0], Shown: input.Name(a.Keys[0]), Does: a.Short}
		together := clean.Text("")
		for _, key := range a.Keys {
			together += input.Name(key)
		}
		switch n := len(a.Keys); {
		case n >= 9:
			h.Shown = a.KeyText()
		case layout.Width(together) == n:
			h.Shown = together
		}
		if m.scene.Style.ASCII && strings.ContainsAny(string(h.Shown), "←→↑↓") {
			h.Shown = "arrows" // < and > would be read as keys
		}
		if a.ID == "pause" && m.ctl.Status() == record.Paused || a.ID == "play" && !m.ctl.Player.Playing {
			h.Does = "continue"
		}
		hints = append(hints, h)
	}
	return hints, ""
}

// placeHints returns the hints that fit into w cells, with their columns.
func placeHints(hints []page.Hint, w int) []hint {
	var out []hint
	x := 0
	for _, about := range hints {
		h := hint{about, x}
		if x+h.width() > w {
			continue
		}
		out = append(out, h)
		x += h.width() + 2
	}
	return out
}
