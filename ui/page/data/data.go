package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Smallest widths and heights, in cells, of the larger layouts.
const (
	wide, high = 160, 35 // all panes, the proposals and the flags
	middling   = 110
)

// The panes, in the order of their numbers.
const (
	columnsPane = iota // columns of a table, or files, or segments
	preparationPane
	picturePane
	checkPane
	panes // number of panes in the tab order

	segmentsPane = iota - 1 // panes drawn in place of the picture
	scatterPane
	spectrumPane
)

type typing int

const (
	notTyping typing = iota
	typingPattern
	typingFilter
	typingValue // a value of the preparation
	typingRole  // a role's letter
)

// Page shows the data set and the proposed changes to it.
type Page struct {
	ctl           *control.Control
	mayWriteFiles bool // the user may write files on this machine
	copy          func(what clean.Text, text string) tea.Cmd
	figure        func(sc *page.Scene, key string) tea.Cmd
	findings      findings

	pane, cursor, top  int  // pane with the focus; row under the cursor; first visible row
	cursorMoved        bool // a key moved the cursor
	fieldAt            int  // field of the preparation under the cursor
	checkTop           int  // first visible line of the check
	pictureSlot        int  // pane drawn in the picture's place
	detail             bool // inverts the default of showing details, which depends on the width
	scatterX, scatterY int  // inputs of the scatter if no column is under the cursor
	segmentAt          int  // drawn segment
	segmentTop         int  // first visible segment of the list
	image, singlePane  bool // draw inputs as an image over time; draw one pane alone
	listShown          bool // the proposals are shown
	listCursor         int
	ticked             map[string]bool
	filter             string

	typing    typing
	input     input.Line
	inputErr  error // error in the typed text
	trialID   int   // ID of the running trial of all proposals, 0 for none
	patternAt int   // index of the proposed pattern that was taken last

	stretch   *page.Stretch // drawn part of a segment, nil for all of it
	proposals []propose.Proposal
	basis     basis           // inputs that the proposals were computed from
	dismissed map[string]bool // IDs of proposals that the user declined
	undoStack []dataSetup
}

// New returns the page. files permits writing files on this machine; copy sends a text to the
// clipboard; figure writes the picture to a file.
func New(ctl *control.Control, files bool, copy func(what clean.Text, text string) tea.Cmd, figure func(*page.Scene, string) tea.Cmd) *Page {
	return &Page{ctl: ctl, mayWriteFiles: files, copy: copy, figure: figure, ticked: map[string]bool{}, dismissed: map[string]bool{}, patternAt: -1, pictureSlot: picturePane}
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Data }

// ShowsData marks the page as one that shows the data.
func (p *Page) ShowsData() {}

// Enter takes over the stretch that another page requested and selects its segment.
func (p *Page) Enter(sc *page.Scene) {
	p.stretch, sc.Stretch = sc.Stretch, nil
	if p.stretch != nil && sc.Set != nil {
		p.pane, p.segmentAt = picturePane, sc.Set.SegmentAt(p.stretch.From)
	}
}

// Move moves the cursor of the focused pane.
func (p *Page) Move(sc *page.Scene, by int) {
	switch {
	case p.listShown:
		p.listCursor = min(max(p.listCursor+by, 0), max(len(p.proposals)-1, 0))
	case p.pane == preparationPane:
		p.fieldAt = min(max(p.fieldAt+by, 0), len(fields)-1)
	case p.pane == checkPane:
		p.checkTop = max(p.checkTop+by, 0)
	case p.pane == picturePane || p.pane == segmentsPane:
		if set := p.withPreview(sc).Set; set != nil {
			p.segmentAt = min(max(p.segmentAt+by, 0), len(set.Segments)-1)
		}
	default:
		rows := p.rows(p.withPreview(sc))
		p.cursor, p.cursorMoved = min(max(p.cursor+by, 0), max(len(rows)-1, 0)), true
		if p.cursor < len(rows) && rows[p.cursor].set != nil { // the picture shows the file under the cursor
			p.segmentAt = rows[p.cursor].at
		}
	}
}

// Back closes the list of proposals, else the filter, else the single-pane view, else stops
// reading. It returns false if none of them is active.
func (p *Page) Back(sc *page.Scene) bool {
	switch {
	case p.listShown:
		p.listShown = false
	case p.filter != "":
		p.filter = ""
		p.Move(sc, 0)
	case p.singlePane:
		p.singlePane = false
	case p.ctl.StopReading():
		sc.Message = "reading is stopped; s reads the data"
	default:
		return false
	}
	return true
}
