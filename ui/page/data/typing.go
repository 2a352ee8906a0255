package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Typing reports whether keys are typed text or the letter of a role.
func (p *Page) Typing() bool { return p.typing != notTyping }

// Type handles a key while text is typed.
func (p *Page) Type(sc *page.Scene, k input.Press) tea.Cmd {
	switch p.typing {
	case typingPattern:
		return p.typePattern(sc, k)
	case typingFilter:
		return p.typeFilter(sc, k)
	case typingValue:
		return p.typeValue(sc, k)
	case typingRole:
		p.typing = notTyping
		for _, r := range roles {
			if r.letter == k.Name {
				return p.setRole(sc, r)
			}
		}
		if k.Name != "esc" {
			sc.Message = "no role has this letter"
		}
	}
	return nil
}

// typeFilter handles a key while the filter of columns is typed.
func (p *Page) typeFilter(sc *page.Scene, k input.Press) tea.Cmd {
	switch k.Name {
	case "esc":
		p.filter, p.typing = "", notTyping
	case "enter":
		p.typing = notTyping
	default:
		p.input.Press(k)
		p.filter = p.input.String()
	}
	p.Move(sc, 0)
	return nil
}

// beginFilter starts typing the filter of columns.
func (p *Page) beginFilter() {
	p.typing, p.pane, p.input = typingFilter, columnsPane, input.New(p.filter)
}

// Hints returns the key hints while text is typed, or a line to show in their place.
func (p *Page) Hints(sc *page.Scene) (hints []page.Hint, instead clean.Text) {
	add := func(press string, does clean.Text) {
		hints = append(hints, page.Hint{Press: press, Shown: input.Name(press), Does: does})
	}
	switch p.typing {
	case typingPattern:
		if p.inputErr != nil && p.input.String() != "" {
			return nil, "✗ " + clean.Of(p.inputErr.Error())
		}
		add("enter", "use")
		add("esc", "cancel")
		add("tab", "apply the proposal")
		add("up", "other proposals")
		add("ctrl+u", "clear")
	case typingFilter:
		return nil, "/ " + clean.Of(p.input.String()) + "▏  enter keeps it, then r sets the role of all; esc all"
	case typingValue:
		if p.inputErr != nil {
			return nil, "✗ " + clean.Of(p.inputErr.Error())
		}
		add("enter", "use")
		add("esc", "cancel")
		add("ctrl+u", "clear")
	case typingRole:
		for _, r := range roles {
			add(r.letter, r.word)
		}
	}
	return hints, ""
}
