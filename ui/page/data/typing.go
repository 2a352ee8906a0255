package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Typing says that keys are text, or the letter of a role.
func (p *Page) Typing() bool { return p.typing != nothing }

func (p *Page) Type(sc *page.Scene, k input.Press) tea.Cmd {
	switch p.typing {
	case aPattern:
		return p.typePattern(sc, k)
	case aFilter:
		return p.typeFilter(sc, k)
	case aValue:
		return p.typeValue(sc, k)
	case aRole:
		p.typing = nothing
		for _, r := range roles {
			if r.letter == k.Name {
				return p.setRole(sc, r)
			}
		}
		if k.Name != "esc" {
			sc.Message = "no role has that letter"
		}
	}
	return nil
}

// typeFilter takes a key of the line that finds columns.
func (p *Page) typeFilter(sc *page.Scene, k input.Press) tea.Cmd {
	switch k.Name {
	case "esc":
		p.filter, p.typing = "", nothing
	case "enter":
		p.typing = nothing
	default:
		p.input.Press(k)
		p.filter = p.input.String()
	}
	p.Move(sc, 0)
	return nil
}

// beginFilter opens the line that finds columns.
func (p *Page) beginFilter() {
	p.typing, p.pane, p.input = aFilter, columnsPane, input.New(p.filter)
}

// Hints are the keys while text is typed.
func (p *Page) Hints(sc *page.Scene) (hints []page.Hint, instead clean.Text) {
	add := func(press string, does clean.Text) {
		hints = append(hints, page.Hint{Press: press, Shown: input.Name(press), Does: does})
	}
	switch p.typing {
	case aPattern:
		if p.wrong != nil && p.input.String() != "" {
			return nil, "✗ " + clean.Of(p.wrong.Error())
		}
		add("enter", "use")
		add("esc", "leave it")
		add("tab", "take the proposal")
		add("up", "other proposals")
		add("ctrl+u", "clear")
	case aFilter:
		return nil, "/ " + clean.Of(p.input.String()) + "▏  enter keep it, then r sets the role of all; esc all"
	case aValue:
		if p.wrong != nil {
			return nil, "✗ " + clean.Of(p.wrong.Error())
		}
		add("enter", "use")
		add("esc", "leave it")
		add("ctrl+u", "clear")
	case aRole:
		for _, r := range roles {
			add(r.letter, r.word)
		}
	}
	return hints, ""
}
