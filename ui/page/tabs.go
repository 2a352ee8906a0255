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
	for _, t := range sc.drawnTabs() {
		role, mark := chart.Faint, clean.Text(" ")
		if t.page == sc.Shown {
			role, mark = theme.Strong, "▸"
		}
		add(role, mark+t.name())
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

// name returns the key and the title of the tab.
func (t Tab) name() clean.Text { return clean.Of(t.Key) + " " + t.Title }

// drawnTabs returns the current tab and those of the point under the cursor.
func (sc *Scene) drawnTabs() []Tab {
	var out []Tab
	for _, t := range sc.Tabs {
		if t.page == sc.Shown || t.Off == nil || t.Off(sc) == "" {
			out = append(out, t)
		}
	}
	return out
}

// TabAt returns the page of the tab at column x of a [Scene.TabHead] of w cells; "" beside the
// tabs, and on pages that are no tab.
func (sc *Scene) TabAt(x, w int) Name {
	if !sc.IsTab(sc.Shown) || x >= w {
		return ""
	}
	left := 1
	for _, t := range sc.drawnTabs() {
		right := left + 1 + layout.Width(t.name())
		if x >= left && x < right {
			return t.page
		}
		left = right
	}
	return ""
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
