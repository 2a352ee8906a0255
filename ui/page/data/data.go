package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Page shows the data set and the proposed changes to it.
type Page struct {
	found     *findings
	proposals *proposals
	changes   *changes
	focus     *focus

	columns     *columns
	preparation *preparation
	picture     *picture
	segments    *segments
	scatter     *scatter
	spectrum    *spectrum
	check       *check
	details     *details
	questions   *questions
	exporter    *exporter

	panes [spectrumPane + 1]pane // by their numbers
}

// New returns the page. files permits writing files on this machine; copy sends a text to the
// clipboard; figure writes the picture to a file.
func New(ctl *control.Control, files bool, copy func(what clean.Text, text string) tea.Cmd, figure func(*page.Scene, string) tea.Cmd) *Page {
	p := &Page{found: &findings{ctl: ctl}, focus: &focus{slot: picturePane}}
	p.proposals = &proposals{found: p.found, dismissed: map[string]bool{}}
	p.changes = &changes{found: p.found, proposals: p.proposals}
	p.segments = &segments{found: p.found, focus: p.focus}
	p.columns = &columns{found: p.found, proposals: p.proposals, changes: p.changes, focus: p.focus, segments: p.segments, ticked: map[string]bool{}, proposed: -1}
	p.preparation = &preparation{found: p.found, proposals: p.proposals, changes: p.changes, focus: p.focus}
	p.picture = &picture{found: p.found, segments: p.segments, focus: p.focus}
	p.scatter = &scatter{found: p.found, columns: p.columns, focus: p.focus}
	p.spectrum = &spectrum{found: p.found, scatter: p.scatter, focus: p.focus}
	p.check = &check{found: p.found, focus: p.focus}
	p.details = &details{found: p.found, columns: p.columns, scatter: p.scatter}
	p.questions = &questions{found: p.found, proposals: p.proposals, changes: p.changes, columns: p.columns, focus: p.focus}
	p.exporter = &exporter{found: p.found, focus: p.focus, mayWriteFiles: files, copy: copy, figure: figure}
	p.panes = [...]pane{p.columns, p.preparation, p.picture, p.check, p.segments, p.scatter, p.spectrum}
	return p
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Data }

// ShowsData marks the page as one that shows the data.
func (p *Page) ShowsData() {}

// Enter takes over the stretch that another page requested and selects its segment.
func (p *Page) Enter(sc *page.Scene) {
	p.picture.stretch, sc.Stretch = sc.Stretch, nil
	if p.picture.stretch != nil && sc.Set != nil {
		p.focus.pane, p.segments.at = picturePane, sc.Set.SegmentAt(p.picture.stretch.From)
	}
}

// Move moves the cursor of the list of proposals if it is shown, else of the focused pane.
func (p *Page) Move(sc *page.Scene, by int) {
	if p.focus.listed {
		p.questions.Update(sc, move(by))
		return
	}
	p.panes[p.focus.pane].Update(sc, move(by))
}

// Back closes the list of proposals, else the filter, else the single-pane view, else stops
// reading. It returns false if none of them is active.
func (p *Page) Back(sc *page.Scene) bool {
	switch {
	case p.focus.listed:
		p.focus.listed = false
	case p.columns.filter != "":
		p.columns.filter = ""
		p.Move(sc, 0)
	case p.focus.alone:
		p.focus.alone = false
	case p.found.ctl.Data.Stop():
		sc.Message = "reading is stopped; s reads the data"
	default:
		return false
	}
	return true
}

// Update stores the results of background work and returns commands for the missing ones.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	if p.found.Update(msg) {
		p.proposals.renew(sc)
		p.columns.follow(sc)
	}
	switch msg := msg.(type) {
	case Saved:
		p.exporter.saved(sc, msg)
	case Tried:
		return p.questions.Update(sc, msg)
	}
	if sc.Shown != page.Data || p.found.ctl.Work == nil {
		return nil
	}
	ahead := p.found.readPreview(sc, p.proposals.urgent())
	seen := p.found.withPreview(sc)
	return tea.Batch(ahead, p.found.surveyFiles(sc), p.found.inspectSet(seen), p.inspectInput(seen))
}

// inspectInput returns a command that inspects the input under the cursor, nil if neither its
// details nor its spectrum are shown.
func (p *Page) inspectInput(sc *page.Scene) tea.Cmd {
	if sc.Set == nil || p.found.set != sc.Set || !p.details.shown(sc.W) && p.focus.slot != spectrumPane {
		return nil
	}
	return p.found.inspectInput(sc, p.scatter.inputAt(sc))
}

// Typing reports whether keys are typed text or the letter of a role.
func (p *Page) Typing() bool { return p.preparation.typing || p.columns.typing != notTyping }

// Type handles a key while text is typed.
func (p *Page) Type(sc *page.Scene, k input.Press) tea.Cmd {
	if p.preparation.typing {
		return p.preparation.Update(sc, k)
	}
	return p.columns.Update(sc, k)
}

// Hints returns the key hints while text is typed, or a line to show in their place.
func (p *Page) Hints(*page.Scene) (hints []page.Hint, instead clean.Text) {
	if p.preparation.typing {
		return p.preparation.hints()
	}
	return p.columns.hints()
}
