package ui

import (
	"slices"
	"strings"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// helpPage lists the actions; typing narrows the list down, Enter runs the one
// picked.
type helpPage struct {
	filter input.Line
	at     int
	top    int
	from   page.Name // the page that it lies over
	lines  []int     // in which line of the body each action is drawn
}

// matching are the actions that the page and the filter leave, those of the main
// page among them. Under a filter those come first whose name is meant.
func (m *model) matching() []*action {
	var out []*action
	filter := strings.ToLower(m.help.filter.String())
	seen := map[string]bool{}
	for i := range m.actions {
		a := &m.actions[i]
		if !a.applies(m.Mode, m.help.from) && (!a.applies(m.Mode, page.Overview) || a.id == "back") {
			continue
		}
		if seen[a.id] { // another page does it too
			continue
		}
		hay := strings.ToLower(string(a.long + " " + a.short + " " + a.keyText() + " " + a.group))
		all := true
		for word := range strings.FieldsSeq(filter) {
			all = all && strings.Contains(hay, word)
		}
		if all {
			seen[a.id] = true
			out = append(out, a)
		}
	}
	if filter != "" {
		slices.SortStableFunc(out, func(a, b *action) int { return a.meant(filter) - b.meant(filter) })
	}
	return out
}

// meant is how little a text means the action's name: 0 where it is the name.
func (a *action) meant(text string) int {
	short, long := string(a.short), strings.ToLower(string(a.long))
	switch {
	case short == text || a.id == text:
		return 0
	case strings.HasPrefix(short, text), strings.HasPrefix(a.id, text):
		return 1
	case strings.Contains(short, text), strings.HasPrefix(long, text):
		return 2
	}
	return 3
}

// helpKey edits the filter, moves, or runs what is picked.
func (m *model) helpKey(k keys.Press) tea.Cmd {
	hp := &m.help
	switch k.Name {
	case "esc":
		if hp.filter.String() != "" {
			hp.filter = input.New("")
			return nil
		}
		m.Shown = hp.from
	case "up":
		hp.at = max(hp.at-1, 0)
	case "down":
		hp.at = min(hp.at+1, max(len(m.matching())-1, 0))
	case "pgup":
		hp.at = max(hp.at-10, 0)
	case "pgdown":
		hp.at = min(hp.at+10, max(len(m.matching())-1, 0))
	case "enter":
		found := m.matching()
		if hp.at >= len(found) {
			return nil
		}
		a := found[hp.at]
		if m.Shown = hp.from; !a.applies(m.Mode, m.Shown) {
			m.Shown = page.Overview
		}
		return m.perform(a, a.keys[0])
	case "?":
		m.Shown = hp.from
	default:
		if hp.filter.Press(k) {
			hp.at = 0
		}
	}
	return nil
}

// pickedReason is why the action picked cannot be done now, "" when it can.
func (m *model) pickedReason() clean.Text {
	if found := m.matching(); m.help.at < len(found) {
		return found[m.help.at].reason(m)
	}
	return ""
}

// helpView draws the list.
func (m *model) helpView(w, h int) []clean.Text {
	hp := &m.help
	found := m.matching()
	lines := []clean.Text{layout.Header(m.Style, "?", "keys", "type to filter, enter does it", w, true)}
	lines = append(lines, " "+m.Style.Paint(chart.Faint, "filter")+" "+hp.filter.View(m.Style, w-8))
	var list []clean.Text
	place, group := 0, clean.Text("")
	at := make([]int, len(found))
	for i, a := range found {
		if a.group != group && hp.filter.String() == "" {
			group = a.group
			list = append(list, m.Style.Paint(theme.Strong, " "+group))
		}
		if i == hp.at {
			place = len(list)
		}
		at[i] = len(list)
		list = append(list, m.helpLine(a, i == hp.at, w))
	}
	if len(found) == 0 {
		list = []clean.Text{m.Style.Paint(chart.Faint, " nothing matches; esc clears the filter")}
	}
	rows := max(h-len(lines), 1)
	hp.top = min(max(hp.top, place-rows+1), place)
	if hp.top == 1 { // keep the first heading in sight
		hp.top = 0
	}
	hp.top = max(min(hp.top, len(list)-rows), 0)
	hp.lines = at
	for i := range at {
		at[i] += len(lines) - hp.top
	}
	return append(lines, list[hp.top:min(hp.top+rows, len(list))]...)
}

func (m *model) helpLine(a *action, here bool, w int) clean.Text {
	why := a.reason(m)
	text := a.long
	if why != "" {
		text += " (" + why + ")"
	}
	line := layout.Pad("   "+a.keyText(), 19) + " " + text
	switch {
	case here:
		return m.Style.Paint(theme.Selected, layout.Pad(" ›"+line[2:], w))
	case why != "":
		return m.Style.Paint(chart.Faint, layout.Cut(line, w))
	}
	return m.Style.Paint(theme.Keycap, layout.Pad("   "+a.keyText(), 19)) + " " + layout.Cut(text, w-20)
}
