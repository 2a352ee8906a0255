package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Actions returns the actions of the data page. Keys that other pages use may have another
// meaning here.
func (p *Page) Actions() []page.Action {
	const group, modes = "Data", page.Live | page.Opened
	act := func(id string, who page.Who, keys []string, short, long clean.Text, footer int, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd) page.Action {
		return page.Action{ID: id, Group: group, Who: who, Keys: keys, Short: short, Long: long, Modes: modes, Footer: footer, Off: off, Do: do}
	}
	turn := page.Keyed(func(sc *page.Scene, key string) {
		p.segmentAt = page.Cycle(p.segmentAt, len(p.withPreview(sc).Set.Segments), key)
	})
	segment := page.Action{ID: "segment drawn", Group: "Views", Place: 3, Who: page.Anyone, Keys: []string{"[", "]"}, Short: "segment", Long: "draw the previous and next segment of the data",
		Modes: page.Paned, Footer: 13}
	picture := page.Picture
	picture.Footer = 14
	return append(p.fieldActions(), []page.Action{
		act("go to the sweep", page.Anyone, []string{"s"}, "sweep", "go to the settings of the sweep, where s starts it, or to the existing sweep", 1, p.offOpenSweep,
			func(sc *page.Scene, _ string) tea.Cmd { return p.openSweep(sc) }),
		act("take proposal", page.Owner, []string{"W"}, "apply first", "apply the first proposal", 3, p.offProposals,
			func(sc *page.Scene, _ string) tea.Cmd { return p.accept(sc, p.proposals[0]) }),
		act("take all", page.Owner, []string{"A"}, "all", "apply all important proposals; then the optional ones", 4, p.offProposals,
			func(sc *page.Scene, _ string) tea.Cmd { return p.acceptAll(sc) }),
		act("open questions", page.Anyone, []string{"w"}, "why", "list the open questions about the data, with reasons and effects", 5, nil,
			page.Doing(func(*page.Scene) { p.listShown = !p.listShown })),
		act("leave as it is", page.Owner, []string{"x"}, "decline", "decline the proposal", 0, p.offProposals, page.Doing(p.dismiss)),
		act("accept", page.Owner, []string{"enter"}, "accept", "accept the proposal for the column or in the list; in the preparation, type", 2, p.offAccept,
			func(sc *page.Scene, _ string) tea.Cmd { return p.enter(sc) }),
		act("role", page.Owner, []string{"r"}, "role", "set the role of the column, of ticked columns or of all found columns, by its letter", 6, p.offRole,
			page.Doing(func(*page.Scene) { p.typing = typingRole })),
		act("next role", page.Owner, []string{" "}, "next role", "set the next role of the column", 0, p.offRole,
			func(sc *page.Scene, _ string) tea.Cmd { return p.nextRole(sc) }),
		act("tick column", page.Anyone, []string{"t", "T"}, "tick", "tick a column; r then sets the role of all ticked columns; T unticks all", 0, p.offRole, page.Keyed(p.tick)),
		act("find column", page.Anyone, []string{"/"}, "find", "find columns by part of their name; r then sets the role of all found columns", 7, nil,
			page.Doing(func(*page.Scene) { p.beginFilter() })),
		act("names", page.Owner, []string{"p"}, "names", "type a pattern that extracts label, group and other fields from file names", 2, p.offPattern, page.Doing(p.beginPattern)),
		act("preparation", page.Owner, []string{"e"}, "prepare", "change the preparation: type after e or enter, choose with ← →", 8, p.offChange, page.Doing(p.prepare)),
		act("choose step", page.Owner, []string{"left", "right"}, "choose", "previous or next choice for the step under the cursor", 0, p.offStep,
			func(sc *page.Scene, key string) tea.Cmd { return p.nextChoice(sc, page.Sideways(key)) }),
		act("undo change", page.Owner, []string{"u"}, "undo", "undo the last change to the data", 0, p.offUndo,
			func(sc *page.Scene, _ string) tea.Cmd { return p.undo(sc) }),
		act("copy flags", page.Anyone, []string{"y"}, "flags", "copy the command that opens the data with these settings", 9, nil,
			func(sc *page.Scene, _ string) tea.Cmd { return p.copy("the command", p.command(sc)) }),
		act("save recipe", page.Local, []string{"Y"}, "save", "save these settings as dataset.yaml, which opens like the data; on the picture, scatter or spectrum, write it as .svg, .png or .txt", 10, p.offSave, p.save),
		{ID: "data pane", Group: group, Who: page.Anyone, Keys: []string{"1", "2", "3", "4", "5", "6", "7"}, Short: "pane",
			Long:  "go to columns or files, preparation, picture or check; instead of the picture: list of segments, scatter of two inputs, spectrum",
			Modes: page.AnyMode, Do: page.Keyed(func(sc *page.Scene, key string) { p.focus(sc, int(key[0]-'1')) })},
		page.Axes.With(p.offAxes, page.Keyed(p.axes)),
		{ID: "next data pane", Group: group, Who: page.Anyone, Keys: []string{"tab", "shift+tab"}, Short: "pane", Long: "next or previous pane",
			Modes: page.AnyMode, Footer: 11, Do: page.Keyed(p.nextPane)},
		{ID: "detail", Group: group, Who: page.Anyone, Keys: []string{"i"}, Short: "detail", Long: "show the column or file under the cursor: value counts by label, slowness of each column, correlations",
			Modes: page.AnyMode, Footer: 11, Do: page.Doing(func(*page.Scene) { p.detail = !p.detail })},
		{ID: "data pane alone", Group: group, Who: page.Anyone, Keys: []string{"z"}, Short: "alone", Long: "show the pane alone, and back",
			Modes: page.AnyMode, Do: page.Doing(func(*page.Scene) { p.singlePane = !p.singlePane })},
		segment.With(p.offSet, turn),
		picture.With(p.offSet, page.Doing(func(*page.Scene) { p.image = !p.image })),
	}...)
}

// offSet returns why no data can be drawn, "" where it can.
func (p *Page) offSet(sc *page.Scene) clean.Text { return page.NoSet(p.withPreview(sc)) }

// focus selects a pane; panes that share the picture's place replace it.
func (p *Page) focus(sc *page.Scene, pane int) {
	p.pane, p.listShown = pane, false
	if pane == picturePane || pane >= panes {
		p.pictureSlot, p.detail = pane, p.detail && sc.W >= middling // on a small screen the details take the picture's place
	}
}

// nextPane selects the next pane for tab, the previous one for other keys.
func (p *Page) nextPane(_ *page.Scene, key string) {
	by := 1
	if key != "tab" {
		by = panes - 1
	}
	at := p.pane
	if at >= panes {
		at = picturePane
	}
	p.pane, p.listShown = (at+by)%panes, false
	if p.pane == picturePane {
		p.pane = p.pictureSlot
	}
}

// tick ticks or unticks the column under the cursor; T unticks all columns.
func (p *Page) tick(sc *page.Scene, key string) {
	name := p.rows(sc)[p.cursor].name
	switch {
	case key == "T":
		clear(p.ticked)
	case p.ticked[name]:
		delete(p.ticked, name)
	default:
		p.ticked[name] = true
		p.Move(sc, 1)
	}
}

// enter accepts the proposal at the cursor, or starts typing in the preparation pane.
func (p *Page) enter(sc *page.Scene) tea.Cmd {
	if p.pane == preparationPane && !p.listShown {
		p.prepare(sc)
		return nil
	}
	return p.accept(sc, p.proposals[p.proposalIndex(sc)])
}

// offAccept returns why enter does nothing now, "" where it acts.
func (p *Page) offAccept(sc *page.Scene) clean.Text {
	switch {
	case p.pane == preparationPane && !p.listShown:
		return p.offChange(sc)
	case !p.listShown && p.proposalAtCursor(sc) < 0:
		return "no proposal here: r sets a role, w lists the other proposals"
	}
	return p.offProposals(sc)
}

// offStep returns why ← and → do nothing now, "" where they act.
func (p *Page) offStep(sc *page.Scene) clean.Text {
	if p.pane != preparationPane {
		return "← and → choose in the preparation: e"
	}
	return p.offChange(sc)
}

// openSweep opens the sweep, else the settings of a new one, or resumes reading stopped data.
func (p *Page) openSweep(sc *page.Scene) tea.Cmd {
	switch {
	case p.ctl.Halted():
		return p.ctl.OpenData()
	case sc.Session != nil:
		sc.Show(page.Overview)
		return nil
	}
	return p.ctl.Settings()
}

// offOpenSweep returns why the sweep cannot be opened, "" where it can.
func (p *Page) offOpenSweep(sc *page.Scene) clean.Text {
	switch {
	case sc.Session != nil || p.ctl.Halted():
		return ""
	case sc.Problem != nil:
		return "the data cannot be used as it is: 4 shows why"
	case p.ctl.Loading != nil || sc.Set == nil:
		return "the data is still being read"
	}
	return ""
}
