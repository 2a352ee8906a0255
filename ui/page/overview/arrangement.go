package overview

import (
	"slices"

	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// The least screen that anything useful fits into.
const (
	LeastWidth  = 30
	LeastHeight = 8
)

// The widths from which on there is a pane of details without a key, and one of what
// matters.
const (
	wide     = 110
	veryWide = 180
)

// Arrangement says where the panes go in a body of w×h cells: the focused one alone, two
// by two, or the charts side by side above the table. The pane of details takes the
// place of the second chart, stands beside the table, or is a column of its own with
// what matters above the table.
func Arrangement(w, h, focus int, zoomed, detail bool) []layout.Area {
	switch {
	case zoomed || w < 76 || h < 18:
		return []layout.Area{{Pane: focus, X: 0, Y: 0, W: w, H: h}}
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

// charts are the three charts side by side.
func charts(w, h int) []layout.Area {
	third := (w - 2) / 3
	return []layout.Area{
		{Pane: PaneSlowness, X: 0, Y: 0, W: third, H: h},
		{Pane: PaneVariance, X: third + 1, Y: 0, W: third, H: h},
		{Pane: PaneAccuracy, X: 2*third + 2, Y: 0, W: w - 2*third - 2, H: h},
	}
}

// areas are where the panes are now.
func (p *Page) areas(w, h int) []layout.Area {
	return Arrangement(w, h, p.Focus, p.Zoomed, p.detailed(w, h))
}

// detailed says that there is a pane of details: as the user wants it, else where there is
// room for it.
func (p *Page) detailed(w, h int) bool {
	if p.detail != nil {
		return *p.detail
	}
	return w >= wide && h >= 26
}

// next moves the focus to the next pane that is shown, or the one before; in a replay the
// scrub bar is among them.
func (p *Page) next(sc *page.Scene, forward bool) {
	stops := []int{PaneSlowness, PaneVariance, PaneAccuracy, PaneTable}
	if all := Arrangement(sc.W, sc.H, p.Focus, false, p.detailed(sc.W, sc.H)); len(all) > 1 {
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
