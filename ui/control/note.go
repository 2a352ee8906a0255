package control

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Noted is the message that a note was written, with its records if no sweep is running.
type Noted struct {
	Records []record.Record
	Err     error
}

// note prompts for a note on the selected point.
func (c *Control) note() tea.Cmd {
	config := c.sc.Table.Row(&c.sc.Sweep).Config
	c.sc.Prompt = &page.Prompt{Label: "note", Input: input.New(string(c.sc.Sweep.Notes[config])), Hint: "a note on this point; empty removes it",
		Done: func(text string) tea.Cmd {
			s, e := c.sc.Session, c.Exec
			return func() tea.Msg {
				if e != nil { // its records arrive through the feed
					return Noted{Err: e.Note(config, text)}
				}
				records, err := s.Note(config, text)
				return Noted{records, err}
			}
		}}
	return nil
}

// handleNoted shows whether the note was saved.
func (c *Control) handleNoted(msg Noted) {
	if msg.Err != nil {
		c.sc.Message = clean.Sprintf("the note was not saved: %v", msg.Err)
		return
	}
	c.Reduce(msg.Records)
	c.sc.Message = "the note is saved in the session"
}

// offNote returns why no note can be written, "" where one can.
func (c *Control) offNote() clean.Text {
	if why := page.NoSession(c.sc); why != "" {
		return why
	}
	return page.NoPoint(c.sc)
}
