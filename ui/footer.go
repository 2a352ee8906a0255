package ui

import (
	"slices"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// hint is a key in the footer: what to press, how that is shown, and what it
// does.
type hint struct {
	press       string
	shown, does clean.Text
	x           int // the column in which it begins
}

func (h hint) width() int { return layout.Width(h.shown) + 1 + layout.Width(h.does) }

// footer is the last line: a question, a prompt, a message, or the most useful
// keys.
func (m *model) footer(w int) clean.Text {
	switch {
	case m.Ask != nil:
		return m.Style.Paint(chart.Warn, layout.Cut(m.Ask.Text, w))
	case m.Prompt != nil:
		return m.Prompt.View(m.Style, w)
	case m.Message != "":
		return m.Style.Paint(chart.Warn, layout.Cut(m.Message, w))
	case m.Shown == page.Help && m.pickedReason() != "":
		return m.Style.Paint(chart.Warn, layout.Cut("not now: "+m.pickedReason(), w))
	}
	line, used := clean.Text(""), 0
	for _, h := range placed(m.footerHints(), w) {
		line += layout.Blanks(h.x-used) + m.Style.Paint(theme.Keycap, h.shown) + " " + h.does
		used = h.x + h.width()
	}
	return line
}

// footerHints are the keys for the footer: what can be done now, the most useful
// first.
func (m *model) footerHints() []hint {
	switch {
	case m.Shown == page.Help:
		return []hint{{press: "down", shown: "↑↓", does: "choose"}, {press: "enter", shown: "enter", does: "do it"}, {press: "esc", shown: "esc", does: "back"}}
	case m.Shown == page.Editor && m.editor.Typing:
		return []hint{{press: "enter", shown: "enter", does: "keep"}, {press: "esc", shown: "esc", does: "as it was"}, {press: "ctrl+u", shown: "ctrl+u", does: "clear"}}
	}
	var list []*action
	for i := range m.actions {
		a := &m.actions[i]
		if a.footer > 0 && a.applies(m.Mode, m.Shown) && a.reason(m) == "" {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *action) int { return a.footer - b.footer })
	out := make([]hint, len(list))
	for i, a := range list {
		out[i] = hint{press: a.keys[0], shown: keys.Name(a.keys[0]), does: a.short}
		if len(a.keys) == 2 && layout.Width(keys.Name(a.keys[0])+keys.Name(a.keys[1])) == 2 {
			out[i].shown += keys.Name(a.keys[1])
		}
		if len(a.keys) >= 9 {
			out[i].shown = a.keyText()
		}
		if a.id == "pause" && m.status() == record.Paused || a.id == "play" && !m.player.Playing {
			out[i].does = "go on"
		}
	}
	return out
}

// placed are as many of the hints as fit into w cells, with their columns.
func placed(hints []hint, w int) []hint {
	var out []hint
	x := 0
	for _, h := range hints {
		if x+h.width() > w {
			continue
		}
		h.x = x
		out = append(out, h)
		x += h.width() + 2
	}
	return out
}
