package home

import (
	"slices"

	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overlay"
	"example.com/sfatui/ui/roster"
)

// The least size of a screen whose right half shows the selected session, and the height of its
// curves.
const (
	wide        = 160
	wideHeight  = 30
	curvesRows  = 16
	mostCompact = 40 // height below which the curves have half as many lines
)

// wide draws the lists in the left half and the selected session in the right one.
func (dr drawing) wide(sc *page.Scene, size layout.Size) []clean.Text {
	w, h, left := size.W, size.H, leftHalf(size.W)
	above, data := dr.page.heights(size)
	lines := layout.Fit(dr.sessions(sc, left, above), left, above)
	lines = append(lines, layout.Fit(dr.data(sc, left, data), left, data)...)
	return layout.SideBySide(lines, dr.selected(sc, w-left-1, h), left, w, h)
}

// leftHalf returns the width of the lists in a wide view of w cells.
func leftHalf(w int) int { return w/2 - 1 }

// selected draws the data or session under the cursor: for a session, its details, curves,
// settings that differ from its neighbours, and machine.
func (dr drawing) selected(sc *page.Scene, w, h int) []clean.Text {
	e := dr.page.session()
	if e == nil || dr.page.showWhy {
		return dr.detail(sc, w, h)
	}
	head := func(name, detail clean.Text) clean.Text { return layout.Header(sc.Style, "", name, detail, w, false) }
	lines := []clean.Text{head(clean.Sprintf("%d %s, %s", e.number, e.row.Data, roster.FormatStartTime(e.Created, dr.page.now())), "")}
	lines = append(lines, dr.sessionLines(e, w)...)
	if e.Err != nil || e.stamp == "" {
		return layout.Fit(lines, w, h)
	}
	rows := curvesRows
	if h < mostCompact {
		rows /= 2
	}
	lines = append(lines, head("curve", objectiveText(&e.Item)+" · best over all other axes"))
	if over := overlay.Axis(&e.Item); over != "" {
		lines = append(lines, layout.Fit(overlay.OwnCurves(sc, objectiveText(&e.Item)+" · best over all other axes", &e.Item, over, w, rows), w, rows)...)
	} else {
		lines = append(lines, sc.Style.Paint(chart.Faint, " no finished point, or no numeric axis that varies"))
	}
	machine := machineLines(&e.Item, w)
	items, names := dr.neighbours(e)
	lines = append(lines, head("settings", names))
	room := max(h-len(lines)-len(machine)-1, 1)
	settings := roster.Settings(items, dr.page.allSettings || len(items) == 1)
	for i, text := range settings {
		if i == room-1 && len(settings) > room {
			lines = append(lines, sc.Style.Paint(chart.Faint, clean.Sprintf("   … %d more", len(settings)-i)))
			break
		}
		lines = append(lines, layout.Cut(" "+text, w))
	}
	if len(settings) == 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, " no setting differs"))
	}
	return layout.Fit(append(append(lines, head("machine", "")), machine...), w, h)
}

// neighbours returns a session and the nearest ones above and below it in the list that were
// read and have the same data, with their numbers as text.
func (dr drawing) neighbours(e *entry) (items []*list.Item, names clean.Text) {
	shown := dr.page.visibleSessions()
	at := slices.Index(shown, e)
	items, names = []*list.Item{&e.Item}, clean.Sprintf("of %d", e.number)
	for _, by := range []int{-1, 1} {
		for i := at + by; i >= 0 && i < len(shown); i += by {
			if o := shown[i]; o.Err == nil && o.stamp != "" && o.Header.Data.Hash == e.Header.Data.Hash {
				items = append(items, &o.Item)
				names += clean.Sprintf(" │ %d", o.number)
				break
			}
		}
	}
	switch {
	case len(items) == 1:
		names += " · no other session on this data"
	case dr.page.allSettings:
		names += " · all · D only differences"
	default:
		names += " · those that differ · D all"
	}
	return items, names
}

// machineLines returns the machine and the program that a session was created with.
func machineLines(it *list.Item, w int) []clean.Text {
	h := &it.Header
	host := clean.Of(h.Host)
	if h.CPU != "" {
		host += " · " + clean.Of(h.CPU)
	}
	return []clean.Text{
		layout.Cut(" "+host+clean.Sprintf(" · %s", clean.Counted(h.GOMAXPROCS, "processor")), w),
		layout.Cut(" engine "+clean.Of(h.Engine)+", "+clean.Of(h.KernelPath)+", "+clean.Of(h.Go), w),
	}
}
