package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	tea "github.com/charmbracelet/bubbletea"
)

// prompt is a line of text that the user is asked for in the footer.
type prompt struct {
	label clean.Text
	input textField
	hint  clean.Text // said beside an empty line
	err   error      // why the text cannot be
	// typed takes up the text as it comes and says what is wrong with it; nil
	// where that is only known in the end.
	typed func(text string) error
	// done takes up the text; back undoes what typed did.
	done func(text string) tea.Cmd
	back func()
}

// promptKey edits the text. Text that cannot be keeps the prompt open.
func (m *model) promptKey(k key) tea.Cmd {
	p := m.prompt
	switch k.name {
	case "esc":
		m.prompt = nil
		if p.back != nil {
			p.back()
		}
	case "enter":
		if p.err != nil {
			return nil
		}
		m.prompt = nil
		return p.done(p.input.String())
	default:
		if p.input.key(k) && p.typed != nil {
			p.err = p.typed(p.input.String())
		}
	}
	return nil
}

// view draws the prompt into a line, with what is wrong in its place.
func (p *prompt) view(st *style, w int) clean.Text {
	line := st.paint(keycap, p.label) + " "
	room := w - width(line)
	text, role := p.hint, chart.Faint
	if p.input.String() != "" {
		text = "enter keep  esc back"
	}
	if p.err != nil {
		text, role = "✗ "+clean.Of(p.err.Error()), chart.Bad
	}
	field := min(max(width(clean.Of(p.input.String()))+1, 8), max(room-width(text)-2, room/3))
	line += pad(p.input.view(st, field), field)
	return line + "  " + st.paint(role, cut(text, w-width(line)-2))
}
