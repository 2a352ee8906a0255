package page

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// Prompt is a line of text that the user is asked for in the footer.
type Prompt struct {
	Label clean.Text
	Input input.Line
	Hint  clean.Text // said beside an empty line
	Err   error      // why the text cannot be
	// Typed takes up the text as it comes and says what is wrong with it; nil
	// where that is only known in the end.
	Typed func(text string) error
	// Done takes up the text; back undoes what typed did.
	Done func(text string) tea.Cmd
	Back func()
}

// View draws the prompt into a line, with what is wrong in its place.
func (p *Prompt) View(st *theme.Style, w int) clean.Text {
	line := st.Paint(theme.Keycap, p.Label) + " "
	room := w - layout.Width(line)
	text, role := p.Hint, chart.Faint
	if p.Input.String() != "" {
		text = "enter keep  esc back"
	}
	if p.Err != nil {
		text, role = "✗ "+clean.Of(p.Err.Error()), chart.Bad
	}
	field := min(max(layout.Width(clean.Of(p.Input.String()))+1, 8), max(room-layout.Width(text)-2, room/3))
	line += layout.Pad(p.Input.View(st, field), field)
	return line + "  " + st.Paint(role, layout.Cut(text, w-layout.Width(line)-2))
}

// Question waits for an answer: one of its keys does it, any other does not.
type Question struct {
	Text clean.Text
	Keys []string
	Do   func() tea.Msg // a command
	// Pick does what the key stands for, instead of do, where keys differ.
	Pick func(key string) tea.Cmd
}

// AskOver asks whether to write over a file.
func (sc *Scene) AskOver(path string, do func() tea.Cmd) {
	sc.Ask = &Question{Text: clean.Of(path) + " is there already. y: write over it, other keys: no", Keys: []string{"y"},
		Pick: func(string) tea.Cmd { return do() }}
}
