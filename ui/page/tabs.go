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
			add(theme.Strong, "▸"+clean.Of(t.Digit)+" "+t.Title)
		case t.Off == nil || t.Off(sc) == "":
			add(chart.Faint, " "+clean.Of(t.Digit)+" "+t.Title)
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

// Tab returns the tab of a digit, and why the point under the cursor lacks it, "" where it has
// it. If several tabs of the point share a digit, it returns the one after the current tab,
// else the first.
func (sc *Scene) Tab(digit string) (name Name, off clean.Text) {
	var on []Name
	for _, t := range sc.Tabs {
		if t.Digit != digit {
			continue
		}
		why := clean.Text("")
		if t.Off != nil {
			why = t.Off(sc)
		}
		if why == "" {
			on = append(on, t.page)
		} else if name == "" {
			name, off = t.page, why
		}
	}
	switch {
	case on != nil:
		return on[(slices.Index(on, sc.Shown)+1)%len(on)], ""
	case name != "":
		return name, off
	}
	return "", "a point has no tab " + clean.Of(digit)
}
