package data

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Actions returns the actions of the page and its panes. Keys that other pages use may have
// another meaning here.
func (p *Page) Actions() []page.Action {
	all := []page.Action{
		onData(3, page.Action{ID: "go to the sweep", Who: page.Anyone, Keys: []string{"s"}, Short: "sweep", Long: "go to the settings of the sweep, where s starts it, or to the existing sweep", Footer: 1,
			Off: p.offOpenSweep, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.openSweep(sc) }}),
		onData(8, page.Action{ID: "accept", Who: page.Owner, Keys: []string{"enter"}, Short: "accept", Long: "accept the proposal for the column or in the list; in the preparation, type", Footer: 2,
			Off: p.offAccept, Do: func(sc *page.Scene, _ string) tea.Cmd { return p.enter(sc) }}),
		onData(16, page.Action{ID: "undo change", Who: page.Owner, Keys: []string{"u"}, Short: "undo", Long: "undo the last change to the data", Off: p.changes.offUndo,
			Do: func(sc *page.Scene, _ string) tea.Cmd { return p.changes.undo(sc) }}),
		onData(19, page.Action{ID: "data pane", Who: page.Anyone, Keys: paneKeys[:], Short: "panes",
			Long:  "go to columns or files, preparation, picture or check; instead of the picture: list of segments, scatter of two inputs, spectrum",
			Modes: page.AnyMode, Footer: 6, Do: page.Keyed(func(sc *page.Scene, key string) { p.focusOn(sc, slices.Index(paneKeys[:], key)) })}),
		onData(20, page.Action{ID: "next data pane", Who: page.Anyone, Keys: []string{"tab", "shift+tab"}, Short: "pane", Long: "next or previous pane",
			Modes: page.AnyMode, Footer: 11, Do: page.Keyed(p.focus.next)}),
		onData(22, page.Action{ID: "data pane alone", Who: page.Anyone, Keys: []string{"z"}, Short: "alone", Long: "show the pane alone, and back",
			Modes: page.AnyMode, Do: page.Doing(func(*page.Scene) { p.focus.alone = !p.focus.alone })}),
	}
	for _, pane := range p.panes {
		all = append(all, pane.Keys()...)
	}
	return slices.Concat(all, p.questions.Keys(), p.exporter.Keys(), p.details.Keys())
}

// focusOn selects a pane; panes that share the picture's place replace it.
func (p *Page) focusOn(sc *page.Scene, pane int) {
	p.focus.pane, p.focus.listed = pane, false
	if pane == picturePane || pane >= tabbed {
		p.focus.slot, p.details.inverted = pane, p.details.inverted && sc.W >= middling // on a small screen the details take the picture's place
	}
}

// enter accepts the proposal at the cursor, or starts typing in the preparation pane.
func (p *Page) enter(sc *page.Scene) tea.Cmd {
	if p.focus.pane == preparationPane && !p.focus.listed {
		p.preparation.prepare(sc)
		return nil
	}
	return p.changes.take(sc, p.proposals.list[p.questions.proposalIndex(sc)])
}

// offAccept returns the reason why enter does nothing now; "" if it acts.
func (p *Page) offAccept(sc *page.Scene) clean.Text {
	switch {
	case p.focus.pane == preparationPane && !p.focus.listed:
		return p.changes.offChange(sc)
	case !p.focus.listed && p.columns.proposalAtCursor(sc) < 0:
		return "no proposal here: r sets a role, w lists the other proposals"
	}
	return p.changes.offProposals(sc)
}

// openSweep opens the sweep, else the settings of a new one, or resumes reading stopped data.
func (p *Page) openSweep(sc *page.Scene) tea.Cmd {
	switch {
	case p.found.ctl.Data.Halted():
		return p.found.ctl.Data.Open()
	case sc.Session != nil:
		sc.Show(page.Overview)
		return nil
	}
	return p.found.ctl.Settings()
}

// offOpenSweep returns the reason why the sweep cannot be opened; "" if it can.
func (p *Page) offOpenSweep(sc *page.Scene) clean.Text {
	switch {
	case sc.Session != nil || p.found.ctl.Data.Halted():
		return ""
	case sc.Problem != nil && sc.Set == nil:
		return "the data cannot be used as it is: " + clean.Of(paneKeys[checkPane]) + " shows why"
	case p.found.ctl.Data.Loading != nil || sc.Set == nil:
		return "the data is still being read"
	}
	return ""
}
