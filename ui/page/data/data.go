package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// From which sizes on there is room for more panes.
const (
	wide, high = 160, 35 // all panes, the list and the flags
	middling   = 110
)

// The panes, in the order of their numbers.
const (
	columnsPane = iota // columns of a table, or files, or segments
	preparationPane
	picturePane
	checkPane
	panes // that tab goes through

	segmentsPane = iota - 1 // in place of the picture
	scatterPane
	spectrumPane
)

type typing int

const (
	nothing typing = iota
	aPattern
	aFilter
	aValue // of the preparation
	aRole  // a letter
)

// Page shows the data set, and what may be settled of it.
type Page struct {
	ctl   *control.Control
	files bool // the files of this machine are the user's
	copy  func(what clean.Text, text string) tea.Cmd
	known known

	pane, at, top int  // the pane with the focus; the row under the cursor and the first one shown
	moved         bool // the cursor was moved by a key
	fieldAt       int  // the field of the preparation under the cursor
	checkTop      int  // first line of the check
	shown         int  // what stands in the place of the picture
	detail        bool // the details are there where they are not by themselves, or the other way round
	across, up    int  // the inputs of the scatter where no column is under the cursor
	segmentAt     int  // the segment that is drawn
	segmentTop    int  // the first one of the list that is shown
	image, alone  bool // inputs as a picture over time; the pane by itself
	listed        bool // what is to be settled is shown
	listAt        int
	ticked        map[string]bool
	filter        string

	typing    typing
	input     input.Line
	wrong     error // with the text that is typed
	trial     int   // of all proposals, 0 for none
	patternAt int   // the proposed pattern that was taken last

	stretch   *page.Stretch // that is looked at, nil for all of a segment
	proposals []propose.Proposal
	basis     basis           // of the proposals
	left      map[string]bool // proposals that the user leaves
	undone    []settled
}

// New is the page. files says that the user may write files of this machine; copy
// sends a text to the clipboard.
func New(ctl *control.Control, files bool, copy func(what clean.Text, text string) tea.Cmd) *Page {
	return &Page{ctl: ctl, files: files, copy: copy, ticked: map[string]bool{}, left: map[string]bool{}, patternAt: -1, shown: picturePane}
}

func (p *Page) Name() page.Name { return page.Data }

// ShowsData asks for the data.
func (p *Page) ShowsData() {}

// Enter goes to the stretch of the data that is asked for.
func (p *Page) Enter(sc *page.Scene) {
	p.stretch, sc.Stretch = sc.Stretch, nil
	if p.stretch != nil && sc.Set != nil {
		p.pane, p.segmentAt = picturePane, sc.Set.SegmentAt(p.stretch.From)
	}
}

// Move moves the cursor of the pane.
func (p *Page) Move(sc *page.Scene, by int) {
	switch {
	case p.listed:
		p.listAt = min(max(p.listAt+by, 0), max(len(p.proposals)-1, 0))
	case p.pane == preparationPane:
		p.fieldAt = min(max(p.fieldAt+by, 0), len(fields)-1)
	case p.pane == checkPane:
		p.checkTop = max(p.checkTop+by, 0)
	case p.pane == picturePane || p.pane == segmentsPane:
		if set := p.looked(sc).Set; set != nil {
			p.segmentAt = min(max(p.segmentAt+by, 0), len(set.Segments)-1)
		}
	default:
		rows := p.rows(p.looked(sc))
		p.at, p.moved = min(max(p.at+by, 0), max(len(rows)-1, 0)), true
		if p.at < len(rows) && rows[p.at].set != nil { // the picture is that of the file
			p.segmentAt = rows[p.at].at
		}
	}
}

// Back undoes the last of: the list of proposals, a filter, a pane alone; false where
// there is none of them.
func (p *Page) Back(sc *page.Scene) bool {
	switch {
	case p.listed:
		p.listed = false
	case p.filter != "":
		p.filter = ""
		p.Move(sc, 0)
	case p.alone:
		p.alone = false
	case p.ctl.StopReading():
		sc.Message = "the reading is stopped; s reads the data after all"
	default:
		return false
	}
	return true
}
