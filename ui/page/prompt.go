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

// Prompt is an input line in the footer.
type Prompt struct {
	Label clean.Text
	Input input.Line
	Hint  clean.Text // text beside an empty line
	Err   error      // why the text is invalid
	// Complete returns a command for the tab key that sends an [input.Completion]; nil if there
	// is nothing to complete.
	Complete       func(text string) tea.Cmd
	completionNote clean.Text // possible completions
	// Typed handles the text after each change and returns what is wrong with it; nil if it is
	// only checked at the end.
	Typed func(text string) error
	// Done handles the final text; Back undoes the effects of Typed.
	Done func(text string) tea.Cmd
	Back func()
}

// Press handles a key.
func (p *Prompt) Press(k input.Press) tea.Cmd {
	if k.Name == "tab" && p.Complete != nil {
		return p.Complete(p.Input.String())
	}
	if p.Input.Press(k) {
		p.checkText()
	}
	return nil
}

// Completed applies a completion, unless the text has changed since.
func (p *Prompt) Completed(c input.Completion) {
	if p.Complete == nil || p.Input.String() != c.Typed {
		return
	}
	if c.Text != c.Typed {
		p.Input.Replace(c.Text)
		p.checkText()
	}
	switch len(c.Names) {
	case 0:
		p.completionNote = "no name there starts with this"
	case 1:
	default:
		p.completionNote = clean.Join(c.Names, "  ")
	}
}

// checkText checks the text after a change.
func (p *Prompt) checkText() {
	p.completionNote = ""
	if p.Err = nil; p.Typed != nil {
		p.Err = p.Typed(p.Input.String())
	}
}

// CompletePath returns a command that completes a path.
func CompletePath(text string) tea.Cmd {
	return func() tea.Msg { return input.Complete(text) }
}

// hint returns the hint of an empty line, or as many keys as fit into w cells beside a text; enter
// is always among them.
func (p *Prompt) hint(w int) clean.Text {
	if p.Input.String() == "" {
		return p.Hint
	}
	texts := []clean.Text{"enter keep  esc back", "enter keep"}
	if p.Complete != nil {
		texts = append([]clean.Text{"enter keep  tab complete  esc back"}, texts...)
	}
	for len(texts) > 1 && layout.Width(texts[0]) > w {
		texts = texts[1:]
	}
	return texts[0]
}

// View draws the prompt into a line, with the error in place of the hint.
func (p *Prompt) View(st *theme.Style, w int) clean.Text {
	line := st.Paint(theme.Keycap, p.Label) + " "
	room := w - layout.Width(line)
	need := max(layout.Width(clean.Of(p.Input.String()))+1, 8)
	text, role := cmp.Or(p.completionNote, p.hint(room-need-2)), chart.Faint
	if p.Err != nil {
		text, role = "✗ "+clean.Of(p.Err.Error()), chart.Bad
	}
	field := min(need, max(room-layout.Width(text)-2, room/3))
	line += layout.Pad(p.Input.View(st, field), field)
	return line + "  " + st.Paint(role, layout.CutWords(text, w-layout.Width(line)-2))
}
