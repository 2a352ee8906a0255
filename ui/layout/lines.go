package layout

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/theme"
)

// Heading is a heading of a page of text.
func Heading(st *theme.Style, text clean.Text) clean.Text { return st.Paint(theme.Strong, text) }

// Entry is a name and its value, wrapped into lines of w cells.
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

// SideBySide sets right beside left, which is wl wide.
func SideBySide(left, right []clean.Text, wl, w, h int) []clean.Text {
	return Compose([]Area{{X: 0, W: wl, H: h}, {X: wl + 1, W: w - wl - 1, H: h}}, [][]clean.Text{left, right}, w, h)
}

// Waiting shows why something is not there, in the middle of a panel.
func Waiting(st *theme.Style, text clean.Text, w, h int) []clean.Text {
	lines := Wrap(text, max(w-4, 1))
	out := make([]clean.Text, max((h-len(lines))/2, 0), max(h, 1))
	for _, line := range lines {
		out = append(out, "  "+st.Paint(chart.Faint, line))
	}
	return out
}
