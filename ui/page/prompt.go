package page

import (
	"cmp"

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
	// Complete finds out what the text may become; it is asked by tab and answers with an
	// [input.Completion]. Nil where there is nothing to complete.
	Complete func(text string) tea.Cmd
	said     clean.Text // of what the text may become
	// Typed takes up the text as it comes and says what is wrong with it; nil
	// where that is only known in the end.
	Typed func(text string) error
	// Done takes up the text; back undoes what typed did.
	Done func(text string) tea.Cmd
	Back func()
}

// Press edits the text.
func (p *Prompt) Press(k input.Press) tea.Cmd {
	if k.Name == "tab" && p.Complete != nil {
		return p.Complete(p.Input.String())
	}
	if p.Input.Press(k) {
		p.changed()
	}
	return nil
}

// Completed takes up what the text may become, unless it was typed on.
func (p *Prompt) Completed(c input.Completion) {
	if p.Complete == nil || p.Input.String() != c.Typed {
		return
	}
	if c.Text != c.Typed {
		p.Input.Replace(c.Text)
		p.changed()
	}
	switch len(c.Names) {
	case 0:
		p.said = "nothing there begins so"
	case 1:
	default:
		p.said = clean.Join(c.Names, "  ")
	}
}

func (p *Prompt) changed() {
	p.said = ""
	if p.Err = nil; p.Typed != nil {
		p.Err = p.Typed(p.Input.String())
	}
}

// CompletePath finds out what a path that is being typed may become.
func CompletePath(text string) tea.Cmd {
	return func() tea.Msg { return input.Complete(text) }
}

// View draws the prompt into a line, with what is wrong in its place.
func (p *Prompt) View(st *theme.Style, w int) clean.Text {
	line := st.Paint(theme.Keycap, p.Label) + " "
	room := w - layout.Width(line)
	text, role := p.Hint, chart.Faint
	if p.Input.String() != "" {
		text = "enter keep  esc back"
		if p.Complete != nil {
			text = "enter keep  tab complete  esc back"
		}
	}
	text = cmp.Or(p.said, text)
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
