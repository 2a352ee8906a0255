package ui

import (
	"example.com/sfatui/ui/keys"
	tea "github.com/charmbracelet/bubbletea"
)

// promptKey edits the text. Text that cannot be keeps the prompt open.
func (m *model) promptKey(k keys.Press) tea.Cmd {
	p := m.Prompt
	switch k.Name {
	case "esc":
		m.Prompt = nil
		if p.Back != nil {
			p.Back()
		}
	case "enter":
		if p.Err != nil {
			return nil
		}
		m.Prompt = nil
		return p.Done(p.Input.String())
	default:
		if p.Input.Press(k) && p.Typed != nil {
			p.Err = p.Typed(p.Input.String())
		}
	}
	return nil
}
