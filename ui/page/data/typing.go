package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// typing is the kind of text that is typed in the pane of the columns.
type typing int

const (
	notTyping typing = iota
	typingPattern
	typingFilter
	typingRole // a role's letter
)

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

// press handles a key while a pattern, a filter or the letter of a role is typed.
func (cs *columns) press(sc *page.Scene, k input.Press) tea.Cmd {
	switch cs.typing {
	case typingPattern:
		return cs.typePattern(sc, k)
	case typingFilter:
		return cs.typeFilter(sc, k)
	case typingRole:
		cs.typing = notTyping
		for _, r := range roles {
			if r.letter == k.Name {
				return cs.setRole(sc, r)
			}
		}
		if k.Name != "esc" {
			sc.Message = "no role has this letter"
		}
	}
	return nil
}

// typeFilter handles a key while the filter of columns is typed.
func (cs *columns) typeFilter(sc *page.Scene, k input.Press) tea.Cmd {
	switch k.Name {
	case "esc":
		cs.filter, cs.typing = "", notTyping
	case "enter":
		cs.typing = notTyping
	default:
		cs.input.Press(k)
		cs.filter = cs.input.String()
	}
	cs.move(sc, 0)
	return nil
}

// beginFilter starts typing the filter of columns.
func (cs *columns) beginFilter() {
	cs.typing, cs.focus.pane, cs.input = typingFilter, columnsPane, input.New(cs.filter)
}

// hints returns the key hints while text is typed, or a line to show in their place.
func (cs *columns) hints() (hints []page.Hint, instead clean.Text) {
	switch cs.typing {
	case typingPattern:
		if cs.inputErr != nil && cs.input.String() != "" {
			return nil, "✗ " + clean.Of(cs.inputErr.Error())
		}
		return []page.Hint{hint("enter", "use"), hint("esc", "cancel"), hint("tab", "apply the proposal"), hint("up", "other proposals"), hint("ctrl+u", "clear")}, ""
	case typingFilter:
		return nil, "/ " + clean.Of(cs.input.String()) + "▏  enter keeps it, then r sets the role of all; esc all"
	case typingRole:
		for _, r := range roles {
			hints = append(hints, hint(r.letter, r.word))
		}
	}
	return hints, ""
}

// hint returns the hint of a key.
func hint(press string, does clean.Text) page.Hint {
	return page.Hint{Press: press, Shown: input.Name(press), Does: does}
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
