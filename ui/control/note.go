package control

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/journal"
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

// notes writes notes on points.
type notes struct{ ctl *Control }

// ask prompts for a note on the selected point.
func (n notes) ask() tea.Cmd {
	config := n.ctl.sc.Table.Row(&n.ctl.sc.Sweep).Config
	n.ctl.sc.Prompt = &page.Prompt{Label: "note", Input: input.New(string(n.ctl.sc.Sweep.Notes[config])), Hint: "a note on this point; empty removes it",
		Done: func(text string) tea.Cmd {
			s, e := n.ctl.sc.Session, n.ctl.Exec
			return func() tea.Msg {
				if e != nil { // its records arrive through the feed
					return Noted{Err: e.Note(config, text)}
				}
				records, err := s.Annotate(func(w *journal.Writer) error { return w.Note(config, text) })
				return Noted{records, err}
			}
		}}
	return nil
}

// handle shows whether the note was saved.
func (n notes) handle(msg Noted) {
	if msg.Err != nil {
		n.ctl.sc.Message = clean.Sprintf("the note was not saved: %v", msg.Err)
		return
	}
	n.ctl.Reduce(msg.Records)
	n.ctl.sc.Message = "the note is saved in the session"
}

// off returns the reason why no note can be written; "" if one can.
func (n notes) off() clean.Text {
	if why := page.NoSession(n.ctl.sc); why != "" {
		return why
	}
	return page.NoPoint(n.ctl.sc)
}
