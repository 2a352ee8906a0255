package ui

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// prompt is a line of text that the user is asked for in the footer.
type prompt struct {
	label clean.Text
	input input.Line
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
func (m *model) promptKey(k keys.Press) tea.Cmd {
	p := m.prompt
	switch k.Name {
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
		if p.input.Press(k) && p.typed != nil {
			p.err = p.typed(p.input.String())
		}
	}
	return nil
}

// view draws the prompt into a line, with what is wrong in its place.
func (p *prompt) view(st *theme.Style, w int) clean.Text {
	line := st.Paint(theme.Keycap, p.label) + " "
	room := w - layout.Width(line)
	text, role := p.hint, chart.Faint
	if p.input.String() != "" {
		text = "enter keep  esc back"
	}
	if p.err != nil {
		text, role = "✗ "+clean.Of(p.err.Error()), chart.Bad
	}
	field := min(max(layout.Width(clean.Of(p.input.String()))+1, 8), max(room-layout.Width(text)-2, room/3))
	line += layout.Pad(p.input.View(st, field), field)
	return line + "  " + st.Paint(role, layout.Cut(text, w-layout.Width(line)-2))
}
