package overview

import (
	"slices"

	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// The smallest useful screen, in cells.
const (
	LeastWidth  = 30
	LeastHeight = 8
)

// The least widths with a detail pane by default, and with a pane of parameter importance.
const (
	wide     = 110
	veryWide = 180
)

// The least sizes of a body with all charts, and with one chart above or beside the table.
const (
	fourWidth, fourHeight = 76, 18
	aboveHeight           = 16
	besideHeight          = 10
)

// Arrangement returns the areas of the panes in a body of w×h cells: the focused one alone, a
// chart with the table, two by two, or the charts above the table. The detail pane replaces the
// second chart, stands beside the table, or has its own column with the importance pane above
// the table.
func Arrangement(w, h, focus int, zoomed, detail bool) []layout.Area {
	switch {
	case zoomed || focus == PaneDetail && isSmall(w, h):
		return []layout.Area{{Pane: focus, X: 0, Y: 0, W: w, H: h}}
	case isSmall(w, h):
		return oneChart(w, h, focus)
	case w >= veryWide && h >= 40 && detail:
		right := max(w*31/100, 60)
		left := w - right - 1
		top, middle := h*2/5, h/4
		areas := charts(left, top)
		return append(areas, layout.Area{Pane: PaneMatters, X: 0, Y: top, W: left, H: middle},
			layout.Area{Pane: PaneTable, X: 0, Y: top + middle, W: left, H: h - top - middle},
			layout.Area{Pane: PaneDetail, X: left + 1, Y: 0, W: right, H: h})
	case w >= wide && h >= 26:
		top := h * 2 / 5
		areas := charts(w, top)
		if !detail {
			return append(areas, layout.Area{Pane: PaneTable, X: 0, Y: top, W: w, H: h - top})
		}
		left := w - max(w*43/100, 54) - 1
		return append(areas, layout.Area{Pane: PaneTable, X: 0, Y: top, W: left, H: h - top},
			layout.Area{Pane: PaneDetail, X: left + 1, Y: top, W: w - left - 1, H: h - top})
	}
	top, left := h/2, (w-1)/2
	second := PaneVariance
	if detail {
		second = PaneDetail
	}
	return []layout.Area{
		{Pane: PaneSlowness, X: 0, Y: 0, W: left, H: top},
		{Pane: second, X: left + 1, Y: 0, W: w - left - 1, H: top},
		{Pane: PaneAccuracy, X: 0, Y: top, W: left, H: h - top},
		{Pane: PaneTable, X: left + 1, Y: top, W: w - left - 1, H: h - top},
	}
}

// isSmall reports whether a body has no room for all charts.
func isSmall(w, h int) bool { return w < fourWidth || h < fourHeight }

// oneChart returns the areas of one chart, the focused one or that of the accuracy, and of the
// table, or of the focused pane alone if there is no room for two.
func oneChart(w, h, focus int) []layout.Area {
	shown := focus
	if focus == PaneTable {
		shown = PaneAccuracy
	}
	switch {
	case w < fourWidth && h >= aboveHeight:
		top := (h + 1) / 2
		return []layout.Area{{Pane: shown, X: 0, Y: 0, W: w, H: top}, {Pane: PaneTable, X: 0, Y: top, W: w, H: h - top}}
	case w >= fourWidth && h >= besideHeight:
		left := (w - 1) / 2
		return []layout.Area{{Pane: shown, X: 0, Y: 0, W: left, H: h}, {Pane: PaneTable, X: left + 1, Y: 0, W: w - left - 1, H: h}}
	}
	return []layout.Area{{Pane: focus, X: 0, Y: 0, W: w, H: h}}
}

// charts returns the areas of the three charts side by side.
func charts(w, h int) []layout.Area {
	third := (w - 2) / 3
	return []layout.Area{
		{Pane: PaneSlowness, X: 0, Y: 0, W: third, H: h},
		{Pane: PaneVariance, X: third + 1, Y: 0, W: third, H: h},
		{Pane: PaneAccuracy, X: 2*third + 2, Y: 0, W: w - 2*third - 2, H: h},
	}
}

// areas returns the areas of the panes.
func (p *Page) areas(w, h int) []layout.Area {
	return Arrangement(w, h, p.Focus, p.Zoomed, p.hasDetail(w, h))
}

// hasDetail reports whether there is a detail pane: by the user's choice, else if it fits.
func (p *Page) hasDetail(w, h int) bool {
	if p.detail != nil {
		return *p.detail
	}
	return w >= wide && h >= 26
}

// nextPane moves the focus to the next or previous visible pane. In a replay the scrub bar is
// one of them.
func (p *Page) nextPane(sc *page.Scene, forward bool) {
	stops := []int{PaneSlowness, PaneVariance, PaneAccuracy, PaneTable}
	if all := Arrangement(sc.W, sc.H, p.Focus, false, p.hasDetail(sc.W, sc.H)); len(all) > 2 {
		stops = stops[:0]
		for _, a := range all {
			stops = append(stops, a.Pane)
		}
		slices.Sort(stops)
	}
	const scrub = -1
	at := slices.Index(stops, p.Focus)
	if sc.Mode == page.Replaying {
		stops = append(stops, scrub)
		if !sc.InPanes {
			at = len(stops) - 1
		}
	}
	step := 1
	if !forward {
		step = len(stops) - 1
	}
	to := stops[(max(at, 0)+step)%len(stops)]
	sc.InPanes = to != scrub
	if to != scrub {
		p.Focus = to
	}
}
