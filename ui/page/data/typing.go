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
