// Package point is the page of the point under the cursor, in tabs. Each tab is a page with a
// key of its own, which opens it from the sweep too.
//
// [Lines] returns the text about the point, which the detail pane of the sweep shows too: the
// verdict, a comparison with ★, why ★ was chosen, one step along each axis, the folds, the
// solved problem and the provenance. To add a section, write a function that returns its lines
// for a width, and add it to the table of sections at its position. Sections that do not fit
// are cut from the end.
//
// To add a tab, write a page that implements [page.Tabbed], report when a point has it, and add
// the page to the table of pages.
package point

import (
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Page is the first tab: the measures of the point on each part of the data, and its
// neighbours.
type Page struct{}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Point }

// Tab returns the page's tab.
func (p *Page) Tab() page.Tab { return page.Tab{Place: 1, Key: summaryKey, Title: "summary"} }

const summaryKey = "S"

// Opens returns the action that opens the page.
func (p *Page) Opens() page.Action {
	return page.Action{ID: "summary", Group: "Views", Who: page.Anyone, Keys: []string{summaryKey}, Short: "summary", Long: "show the measures of the point under the cursor on each part of the data, and its neighbours", Modes: page.AnyMode, Off: page.NoRows}
}

// Actions returns the actions of all tabs.
func (p *Page) Actions() []page.Action {
	const group = "Point"
	return []page.Action{
		{ID: "tab", Group: group, Who: page.Anyone, Keys: []string{"tab", "shift+tab"}, Short: "tabs", Long: "at a point: next and previous tab",
			Modes: page.Live | page.Following | page.Opened, Pages: page.PointPages, Footer: 1, Do: page.Keyed(func(sc *page.Scene, key string) {
				sc.NextTab(map[string]int{"tab": 1, "shift+tab": -1}[key])
			})},
		{ID: "neighbour", Group: group, Who: page.Anyone, Keys: []string{"left", "right"}, Short: "neighbour", Long: "at a point: go to the next or previous value of the axis picked with f",
			Modes: page.Paned, Footer: 3, Off: page.NoPoint, Do: page.Keyed(moveAlongAxis)},
		page.TurnFold,
	}
}

// moveAlongAxis moves the cursor along the picked axis, else the first.
func moveAlongAxis(sc *page.Scene, key string) {
	axes := sc.Sweep.Drawn
	if len(axes) == 0 {
		return
	}
	i := max(0, slices.IndexFunc(axes, func(a sweepview.Axis) bool { return a.Name == sc.Lens.Picked }))
	if !sc.Table.Step(&sc.Sweep, axes[i], page.Sideways(key), false) {
		sc.Message = "no other value of " + axes[i].Symbol + " in that direction; f picks another axis"
	}
}

// Held returns the axes that can be picked.
func (p *Page) Held(sc *page.Scene) []sweepview.HeldAxis {
	var out []sweepview.HeldAxis
	for _, a := range sc.Sweep.Drawn {
		out = append(out, sweepview.HeldAxis{Axis: a, Label: a.Label(sc.Base())})
	}
	return out
}

// Inquiry returns the computation of the first features.
func (p *Page) Inquiry(sc *page.Scene) (page.Inquiry, bool) { return sc.InspectSelected() }

// View draws the tab.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return tabText(sc, summary(sc, size.W-2, size.H-1), size)
}

// tabText draws lines below the tabs, scrolled by sc.Scroll.
func tabText(sc *page.Scene, lines []clean.Text, size layout.Size) []clean.Text {
	shown, cut := sc.Scrolled(lines, size.H-1)
	more := clean.Text("")
	if cut {
		more = clean.Sprintf("%d–%d/%d", sc.Scroll+1, sc.Scroll+len(shown), len(lines))
	}
	return append([]clean.Text{sc.TabHead(more, size.W)}, shown...)
}
