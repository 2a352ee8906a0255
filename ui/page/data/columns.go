package data

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// columns is the pane of the columns of a table, or else of the files or segments.
type columns struct {
	found     *findings
	proposals *proposals
	changes   *changes
	focus     *focus
	segments  *segments

	cursor, top int  // row under the cursor; first visible row
	moved       bool // a key moved the cursor
	ticked      map[string]bool
	filter      string

	typing   typing
	input    input.Line
	inputErr error // error in the typed pattern
	proposed int   // index of the proposed pattern that was taken last, -1 for none
}

// Keys returns the actions of the columns and their roles.
func (cs *columns) Keys() []page.Action {
	return append(cs.roleWords(),
		onData(9, page.Action{ID: "role", Who: page.Owner, Keys: []string{"r"}, Short: "role", Long: "set the role of the column, of ticked columns or of all found columns, by its letter",
			Footer: 6, Off: cs.offRole, Do: page.Doing(func(*page.Scene) { cs.typing = typingRole })}),
		onData(10, page.Action{ID: "next role", Who: page.Owner, Keys: []string{" "}, Short: "next role", Long: "set the next role of the column", Off: cs.offRole,
			Do: func(sc *page.Scene, _ string) tea.Cmd { return cs.nextRole(sc) }}),
		onData(11, page.Action{ID: "tick column", Who: page.Anyone, Keys: []string{"t", "T"}, Short: "tick", Long: "tick a column; r then sets the role of all ticked columns; T unticks all",
			Off: cs.offRole, Do: page.Keyed(cs.tick)}),
		onData(12, page.Action{ID: "find column", Who: page.Anyone, Keys: []string{"/"}, Short: "find", Long: "find columns by part of their name; r then sets the role of all found columns",
			Footer: 7, Do: page.Doing(func(*page.Scene) { cs.beginFilter() })}),
		onData(13, page.Action{ID: "names", Who: page.Owner, Keys: []string{"p"}, Short: "names", Long: "type a pattern that extracts label, group and other fields from file names",
			Footer: 2, Off: cs.offPattern, Do: page.Doing(cs.beginPattern)}))
}

// Update moves the cursor, or handles a typed key.
func (cs *columns) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case move:
		cs.move(sc, int(msg))
	case input.Press:
		return cs.press(sc, msg)
	}
	return nil
}

// move moves the cursor by a number of rows. The picture shows the file under the cursor.
func (cs *columns) move(sc *page.Scene, by int) {
	rows := cs.rows(cs.found.withPreview(sc))
	cs.cursor, cs.moved = min(max(cs.cursor+by, 0), max(len(rows)-1, 0)), true
	if cs.cursor < len(rows) && rows[cs.cursor].set != nil {
		cs.segments.at = rows[cs.cursor].at
	}
}

// tick ticks or unticks the column under the cursor; T unticks all columns.
func (cs *columns) tick(sc *page.Scene, key string) {
	name := cs.rows(sc)[cs.cursor].name
	switch {
	case key == "T":
		clear(cs.ticked)
	case cs.ticked[name]:
		delete(cs.ticked, name)
	default:
		cs.ticked[name] = true
		cs.move(sc, 1)
	}
}

// rows returns the lines of the first pane that match the filter.
func (cs *columns) rows(sc *page.Scene) []row {
	var all []row
	add := func(r row) {
		if strings.Contains(strings.ToLower(r.name), strings.ToLower(cs.filter)) {
			all = append(all, r)
		}
	}
	s := cs.found.survey
	switch {
	case s != nil && len(s.Columns) > 0:
		for _, c := range s.Columns {
			add(row{name: c.Name, column: c})
		}
	case s != nil && len(s.Files) > 1:
		of := map[string]int{}
		if sc.Set != nil {
			for i, seg := range sc.Set.Segments {
				of[seg.Name] = i
			}
		}
		for i := range s.Files {
			r := row{name: s.Files[i].Base, file: &s.Files[i], at: -1}
			if at, ok := of[r.name]; ok {
				r.set, r.at = sc.Set, at
			}
			add(r)
		}
	case sc.Set != nil:
		for i, seg := range sc.Set.Segments {
			add(row{name: seg.Name, set: sc.Set, at: i})
		}
	}
	return all
}

// kind returns the title of the first pane: columns, files or segments.
func (cs *columns) kind() clean.Text {
	s := cs.found.survey
	switch {
	case s != nil && len(s.Columns) > 0:
		return "columns"
	case s != nil && len(s.Files) > 1:
		return "files"
	}
	return "segments"
}

// current returns the row under the cursor; false if there are no rows.
func (cs *columns) current(sc *page.Scene) (row, bool) {
	rows := cs.rows(sc)
	if len(rows) == 0 {
		return row{}, false
	}
	return rows[min(cs.cursor, len(rows)-1)], true
}

// follow moves the cursor to the first proposed row, unless the user moved it or changed
// the data.
func (cs *columns) follow(sc *page.Scene) {
	if at := cs.firstProposedRow(sc); !cs.moved && !cs.changes.made && at >= 0 {
		cs.cursor = at
	}
}

// firstProposedRow returns the first row with a proposed label, group, segment or target, else
// the first row with any proposal; -1 for none.
func (cs *columns) firstProposedRow(sc *page.Scene) int {
	at := -1
	for i, r := range cs.rows(sc) {
		switch flag := cs.proposals.proposedRole(r.name); {
		case flag == "label" || flag == "group" || flag == "segment" || flag == "target":
			return i
		case flag != "" && at < 0:
			at = i
		}
	}
	return at
}

// proposalAtCursor returns the index of the proposal about the column under the cursor, -1 for
// none.
func (cs *columns) proposalAtCursor(sc *page.Scene) int {
	rows := cs.rows(sc)
	if cs.focus.pane != columnsPane || cs.cursor >= len(rows) {
		return -1
	}
	return slices.IndexFunc(cs.proposals.list, func(q propose.Proposal) bool {
		return slices.ContainsFunc(q.Changes, func(c propose.Change) bool { return c.Value == rows[cs.cursor].name })
	})
}
