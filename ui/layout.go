package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

// The least screen that anything useful fits into.
const (
	leastWidth  = 30
	leastHeight = 8
)

// area is a pane's place in the body: its header line and what is below.
type area struct {
	pane       int
	x, y, w, h int
}

// arrangement says where the panes go in a body of w×h cells: the focused one
// alone, two by two, or the charts side by side above the table.
func arrangement(w, h, focus int, zoomed bool) []area {
	switch {
	case zoomed || w < 76 || h < 18:
		return []area{{focus, 0, 0, w, h}}
	case w >= 110 && h >= 26:
		top := h * 2 / 5
		third := (w - 2) / 3
		return []area{
			{paneSlowness, 0, 0, third, top},
			{paneVariance, third + 1, 0, third, top},
			{paneAccuracy, 2*third + 2, 0, w - 2*third - 2, top},
			{paneTable, 0, top, w, h - top},
		}
	}
	top, left := h/2, (w-1)/2
	return []area{
		{paneSlowness, 0, 0, left, top},
		{paneVariance, left + 1, 0, w - left - 1, top},
		{paneAccuracy, 0, top, left, h - top},
		{paneTable, left + 1, top, w - left - 1, h - top},
	}
}

// compose puts the lines of areas that tile a body of w×h cells side by side.
func compose(areas []area, lines [][]clean.Text, w, h int) []clean.Text {
	out := make([]clean.Text, h)
	for y := range out {
		var b clean.Builder
		x := 0
		for i, a := range areas {
			if y < a.y || y >= a.y+a.h {
				continue
			}
			text := clean.Text("")
			if y-a.y < len(lines[i]) {
				text = cut(lines[i][y-a.y], a.w)
			}
			if text == "" {
				continue
			}
			b.Add(blanks(a.x-x) + text)
			x = a.x + width(text)
		}
		out[y] = cut(b.Text(), w)
	}
	return out
}

func ruleOf(w int) clean.Text { return clean.Repeat("─", w) }

// paneHeader is the line above a pane: its number and name, what it shows, and
// a rule. The focused pane's is heavier.
func paneHeader(st *style, number, name, detail clean.Text, w int, focused bool) clean.Text {
	rule, role, head := clean.Text("─"), chart.Text, "─ "+number+" "
	if number == "" {
		head = "─ "
	}
	if focused {
		rule, role, head = "━", strong, "━▸"+number+" "
	}
	text := st.paint(chart.Faint, head)
	if focused {
		text = st.paint(chart.Accent, head)
	}
	text += st.paint(role, cut(name, w-5))
	used := width(text)
	if detail != "" && w-used > 6 {
		text += "  " + st.paint(chart.Faint, cut(detail, w-used-4))
	}
	used = width(text)
	if used+2 <= w {
		line := " " + clean.Repeat(rule, w-used-1)
		if focused {
			return text + st.paint(chart.Accent, line)
		}
		return text + st.paint(chart.Faint, line)
	}
	return cut(text, w)
}

// card is a box of text in the middle of a body of w×h cells.
func card(st *style, role chart.Role, title clean.Text, text []clean.Text, w, h int) []clean.Text {
	inner := width(title)
	for _, line := range text {
		inner = max(inner, width(line))
	}
	inner = min(inner, w-4)
	if inner < 1 {
		return fit(append([]clean.Text{title}, text...), w, h)
	}
	left := blanks((w - inner - 4) / 2)
	lines := []clean.Text{left + st.paint(chart.Faint, "╭─ ") + st.paint(role, cut(title, inner)) +
		st.paint(chart.Faint, cut(" "+clean.Repeat("─", max(inner-width(title)-1, 0))+"╮", inner+2))}
	for _, line := range text {
		lines = append(lines, left+st.paint(chart.Faint, "│ ")+pad(line, inner)+st.paint(chart.Faint, " │"))
	}
	lines = append(lines, left+st.paint(chart.Faint, "╰"+ruleOf(inner+2)+"╯"))
	if len(lines) > h {
		return fit(append([]clean.Text{st.paint(role, title)}, text...), w, h)
	}
	out := make([]clean.Text, (h-len(lines))/2, h)
	return append(out, lines...)
}

// panel is a part of a page: its heading and what is below.
type panel struct {
	name, detail clean.Text
	body         func(w, h int) []clean.Text
}

// panels draws rows of panels, each row as high and each panel of a row as wide
// as the others.
func (m *model) panels(rows [][]panel, w, h int) []clean.Text {
	var areas []area
	var lines [][]clean.Text
	for i, row := range rows {
		y, below := i*h/len(rows), (i+1)*h/len(rows)
		for j, p := range row {
			x, right := j*(w+1)/len(row), (j+1)*(w+1)/len(row)-1
			a := area{x: x, y: y, w: max(right-x, 1), h: below - y}
			text := []clean.Text{paneHeader(m.style, "", p.name, p.detail, a.w, false)}
			if a.h > 1 {
				text = append(text, p.body(a.w, a.h-1)...)
			}
			areas, lines = append(areas, a), append(lines, text)
		}
	}
	return compose(areas, lines, w, h)
}
