package layout

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/theme"
)

// Size is the size of a screen or a part of it, in cells.
type Size struct{ W, H int }

// Area is the position of a pane in the body: its header line and the lines below.
type Area struct {
	Pane       int
	X, Y, W, H int
}

// Compose joins the lines of areas that tile a body of w×h cells.
func Compose(areas []Area, lines [][]clean.Text, w, h int) []clean.Text {
	out := make([]clean.Text, h)
	for y := range out {
		var b clean.Builder
		x := 0
		for i, a := range areas {
			if y < a.Y || y >= a.Y+a.H {
				continue
			}
			text := clean.Text("")
			if y-a.Y < len(lines[i]) {
				text = Cut(lines[i][y-a.Y], a.W)
			}
			if text == "" {
				continue
			}
			b.Add(Blanks(a.X-x) + text)
			x = a.X + Width(text)
		}
		out[y] = Cut(b.Text(), w)
	}
	return out
}

// Rule returns a horizontal line of w cells.
func Rule(w int) clean.Text { return clean.Repeat("─", w) }

// Header draws the line above a pane: its number, its name, a detail, and a rule, which is
// heavier for the focused pane.
func Header(st *theme.Style, number, name, detail clean.Text, w int, focused bool) clean.Text {
	rule, role, head := clean.Text("─"), chart.Text, "─ "+number+" "
	if number == "" {
		head = "─ "
	}
	if focused {
		rule, role, head = "━", theme.Strong, "━▸"+number+" "
	}
	text := st.Paint(chart.Faint, head)
	if focused {
		text = st.Paint(chart.Accent, head)
	}
	text += st.Paint(role, CutWords(name, w-5))
	used := Width(text)
	if detail != "" && w-used > 6 {
		text += "  " + st.Paint(chart.Faint, CutWords(detail, w-used-4))
	}
	used = Width(text)
	if used+2 <= w {
		line := " " + clean.Repeat(rule, w-used-1)
		if focused {
			return text + st.Paint(chart.Accent, line)
		}
		return text + st.Paint(chart.Faint, line)
	}
	return Cut(text, w)
}

// Card draws a box of text in the middle of a body of w×h cells.
func Card(st *theme.Style, role chart.Role, title clean.Text, text []clean.Text, w, h int) []clean.Text {
	inner := Width(title)
	for _, line := range text {
		inner = max(inner, Width(line))
	}
	inner = min(inner, w-4)
	if inner < 1 {
		return Fit(append([]clean.Text{title}, text...), w, h)
	}
	left := Blanks((w - inner - 4) / 2)
	lines := []clean.Text{left + st.Paint(chart.Faint, "╭─ ") + st.Paint(role, Cut(title, inner)) +
		st.Paint(chart.Faint, Cut(" "+clean.Repeat("─", max(inner-Width(title)-1, 0))+"╮", inner+2))}
	for _, line := range text {
		lines = append(lines, left+st.Paint(chart.Faint, "│ ")+Pad(line, inner)+st.Paint(chart.Faint, " │"))
	}
	lines = append(lines, left+st.Paint(chart.Faint, "╰"+Rule(inner+2)+"╯"))
	if len(lines) > h {
		return Fit(append([]clean.Text{st.Paint(role, title)}, text...), w, h)
	}
	out := make([]clean.Text, (h-len(lines))/2, h)
	return append(out, lines...)
}

// Panel is a part of a page: a heading and the lines below it.
type Panel struct {
	Name, Detail clean.Text
	Body         func(w, h int) []clean.Text
}

// Panels draws rows of panels. All rows have equal heights, and all panels of a row equal
// widths.
func Panels(st *theme.Style, rows [][]Panel, w, h int) []clean.Text {
	var areas []Area
	var lines [][]clean.Text
	for i, row := range rows {
		y, below := i*h/len(rows), (i+1)*h/len(rows)
		for j, p := range row {
			x, right := j*(w+1)/len(row), (j+1)*(w+1)/len(row)-1
			a := Area{X: x, Y: y, W: max(right-x, 1), H: below - y}
			text := []clean.Text{Header(st, "", p.Name, p.Detail, a.W, false)}
			if a.H > 1 {
				text = append(text, p.Body(a.W, a.H-1)...)
			}
			areas, lines = append(areas, a), append(lines, text)
		}
	}
	return Compose(areas, lines, w, h)
}

// Heading styles a heading of a page of text.
func Heading(st *theme.Style, text clean.Text) clean.Text { return st.Paint(theme.Strong, text) }

// Entry draws a name and its value, wrapped into lines of w cells.
func Entry(st *theme.Style, name, value clean.Text, w int) []clean.Text {
	const nameW = 14
	var lines []clean.Text
	for i, part := range Wrap(value, max(w-nameW-1, 10)) {
		if i > 0 {
			name = ""
		}
		lines = append(lines, st.Paint(chart.Faint, Pad(name, nameW))+" "+part)
	}
	return lines
}

// SideBySide puts right beside left, which is wl cells wide.
func SideBySide(left, right []clean.Text, wl, w, h int) []clean.Text {
	return Compose([]Area{{X: 0, W: wl, H: h}, {X: wl + 1, W: w - wl - 1, H: h}}, [][]clean.Text{left, right}, w, h)
}

// Scrolled returns the lines from top on that fit into h lines. If lines remain below, the last
// line contains their number.
func Scrolled(st *theme.Style, lines []clean.Text, top, h int) []clean.Text {
	lines = lines[max(min(top, len(lines)), 0):]
	left := len(lines) - h
	if left <= 0 || h < 2 {
		return lines
	}
	return append(lines[:h-1:h-1], st.Paint(chart.Faint, " … "+clean.Counted(left+1, "more line")))
}

// Waiting draws the reason why something is missing, in the middle of a panel.
func Waiting(st *theme.Style, text clean.Text, w, h int) []clean.Text {
	lines := Wrap(text, max(w-4, 1))
	out := make([]clean.Text, max((h-len(lines))/2, 0), max(h, 1))
	for _, line := range lines {
		out = append(out, "  "+st.Paint(chart.Faint, line))
	}
	return out
}
