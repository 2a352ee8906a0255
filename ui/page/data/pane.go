package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Smallest widths and heights, in cells, of the larger layouts.
const (
	wide, high = 160, 35 // all panes, the proposals and the flags
	middling   = 110
)

// The panes, in the order of the tab key.
const (
	columnsPane = iota // columns of a table, or files, or segments
	preparationPane
	picturePane
	checkPane
	tabbed // number of panes in the tab order

	segmentsPane = iota - 1 // panes drawn in place of the picture
	scatterPane
	spectrumPane
)

// paneKeys are the letters of the panes, by their numbers, which their titles show.
var paneKeys = [spectrumPane + 1]string{columnsPane: "c", preparationPane: "m", picturePane: "b", checkPane: "h", segmentsPane: "n", scatterPane: "o", spectrumPane: "f"}

// header draws the line above a pane: its letter, its name and a detail.
func (f *focus) header(sc *page.Scene, pane int, name, detail clean.Text, w int) clean.Text {
	return layout.Header(sc.Style, clean.Of(paneKeys[pane]), name, detail, w, f.pane == pane)
}

// pane is a part of the page with its own keys and state.
type pane interface {
	viewer
	Keys() []page.Action
	// Update handles a movement of the pane's cursor or a typed key: a [move] or an
	// input.Press.
	Update(sc *page.Scene, msg tea.Msg) tea.Cmd
}

// viewer draws a part of the page of a size in cells.
type viewer interface {
	View(sc *page.Scene, size layout.Size) []clean.Text
}

// move is the message that moves a pane's cursor by a number of lines.
type move int

// focus is the state of the arrangement of the panes.
type focus struct {
	pane   int  // pane with the focus
	slot   int  // pane drawn in the picture's place
	alone  bool // the pane with the focus is drawn alone
	listed bool // the list of proposals has the focus
}

// next selects the next pane for tab, the previous one for other keys.
func (f *focus) next(_ *page.Scene, key string) {
	by := 1
	if key != "tab" {
		by = tabbed - 1
	}
	at := f.pane
	if at >= tabbed {
		at = picturePane
	}
	f.pane, f.listed = (at+by)%tabbed, false
	if f.pane == picturePane {
		f.pane = f.slot
	}
}

// draw draws a picture, which is captured if its pane has the focus.
func (f *focus) draw(sc *page.Scene, pane int, name clean.Text, of chart.Picture, w, h int) []clean.Text {
	if f.pane != pane {
		return sc.Unrecorded(func() []clean.Text { return sc.Draw(name, of, w, h) })
	}
	return sc.Draw(name, of, w, h)
}

// onData returns an action of this page at a place in the help. Without modes of its own it
// applies where data can be changed.
func onData(place int, a page.Action) page.Action {
	a.Group, a.Place = "Data", place
	if a.Modes == 0 {
		a.Modes = page.Live | page.Opened
	}
	return a
}
