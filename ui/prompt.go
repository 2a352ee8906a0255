package ui

import (
	"example.com/sfatui/datasets"
	"example.com/sfatui/ui/chart"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// prompt is a line of text that the user is asked for in the footer.
type prompt struct {
	label string
	input textField
	hint  string // said beside an empty line
	err   error  // why the text cannot be
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
func (p *prompt) view(st *style, w int) string {
	line := st.paint(keycap, p.label) + " "
	room := w - ansi.StringWidth(line)
	text, role := p.hint, chart.Faint
	if p.input.String() != "" {
		text = "enter keep  esc back"
	}
	if p.err != nil {
		text, role = "✗ "+datasets.Clean(p.err.Error()), chart.Bad
	}
	field := min(max(ansi.StringWidth(p.input.String())+1, 8), max(room-ansi.StringWidth(text)-2, room/3))
	line += pad(p.input.view(st, field), field)
	return line + "  " + st.paint(role, cut(text, w-ansi.StringWidth(line)-2))
}
