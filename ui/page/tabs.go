package page

import (
	"slices"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// TabHead draws the line of the tabs of the point under the cursor, the current one with ▸, and
// a detail if there is room.
func (sc *Scene) TabHead(detail clean.Text, w int) clean.Text {
	head, plain := sc.Style.Paint(chart.Accent, "━"), clean.Text("━")
	add := func(role chart.Role, text clean.Text) { head, plain = head+sc.Style.Paint(role, text), plain+text }
	for _, t := range sc.Tabs {
		switch {
		case t.page == sc.Shown:
			add(theme.Strong, "▸"+clean.Of(t.Key)+" "+t.Title)
		case t.Off == nil || t.Off(sc) == "":
			add(chart.Faint, " "+clean.Of(t.Key)+" "+t.Title)
		}
	}
	if room := w - layout.Width(plain) - 2; detail != "" && room > 8 {
		text := "  " + layout.Cut(detail, room)
		add(chart.Faint, text)
	}
	if room := w - layout.Width(plain) - 1; room > 0 {
		head += sc.Style.Paint(chart.Accent, " "+clean.Repeat("━", room))
	}
	return layout.Cut(head, w)
}

// IsTab reports whether a page is a tab of a point.
func (sc *Scene) IsTab(name Name) bool {
	return slices.ContainsFunc(sc.Tabs, func(t Tab) bool { return t.page == name })
}

// NextTab shows the next tab that the point under the cursor has, cyclically, or for by = -1 the
// previous one.
func (sc *Scene) NextTab(by int) {
	at, n := slices.IndexFunc(sc.Tabs, func(t Tab) bool { return t.page == sc.Shown }), len(sc.Tabs)
	for range n {
		at = (at + by + n) % n
		if t := sc.Tabs[at]; t.Off == nil || t.Off(sc) == "" {
			sc.Open(t.page)
			return
		}
	}
}
