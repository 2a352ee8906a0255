package overview

import "example.com/sfatui/ui/layout"

// The least screen that anything useful fits into.
const (
	LeastWidth  = 30
	LeastHeight = 8
)

// Arrangement says where the panes go in a body of w×h cells: the focused one
// alone, two by two, or the charts side by side above the table.
func Arrangement(w, h, focus int, zoomed bool) []layout.Area {
	switch {
	case zoomed || w < 76 || h < 18:
		return []layout.Area{{Pane: focus, X: 0, Y: 0, W: w, H: h}}
	case w >= 110 && h >= 26:
		top := h * 2 / 5
		third := (w - 2) / 3
		return []layout.Area{
			{Pane: PaneSlowness, X: 0, Y: 0, W: third, H: top},
			{Pane: PaneVariance, X: third + 1, Y: 0, W: third, H: top},
			{Pane: PaneAccuracy, X: 2*third + 2, Y: 0, W: w - 2*third - 2, H: top},
			{Pane: PaneTable, X: 0, Y: top, W: w, H: h - top},
		}
	}
	top, left := h/2, (w-1)/2
	return []layout.Area{
		{Pane: PaneSlowness, X: 0, Y: 0, W: left, H: top},
		{Pane: PaneVariance, X: left + 1, Y: 0, W: w - left - 1, H: top},
		{Pane: PaneAccuracy, X: 0, Y: top, W: left, H: h - top},
		{Pane: PaneTable, X: left + 1, Y: top, W: w - left - 1, H: h - top},
	}
}
