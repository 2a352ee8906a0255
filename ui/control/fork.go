package control

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Forked is the message with a fork of a session, or why there is none.
type Forked struct {
	ID      int
	Session *sessions.Session
	Err     error
}

// forks makes sessions of this user from those of others.
type forks struct{ ctl *Control }

// off returns the reason why the session cannot be forked; "" if it can.
func (f forks) off() clean.Text {
	switch {
	case f.ctl.o.Host == nil:
		return "available to viewers at a server; here sfatui fork creates your own session"
	case f.ctl.Starting || f.ctl.Data.Loading != nil:
		return "the data is being read"
	}
	return page.NoSession(f.ctl.sc)
}

// fork returns a command that forks the session for this user.
func (f forks) fork() tea.Cmd {
	bench, s, id := f.ctl.o.Host, f.ctl.sc.Session, f.ctl.NextID()
	f.ctl.RunID, f.ctl.sc.Message = id, "creating your own session…"
	f.ctl.unwatch()
	return func() tea.Msg {
		fork, err := bench.Fork(s)
		return Forked{id, fork, err}
	}
}

// Forked returns the fork, or nil if there is none; then it continues to follow the shown
// session.
func (c *Control) Forked(msg Forked) (*sessions.Session, tea.Cmd) {
	switch {
	case msg.ID != c.RunID:
		return nil, nil
	case msg.Err != nil:
		c.sc.Message = "not forked: " + clean.Of(msg.Err.Error())
		return nil, c.Watch()
	}
	return msg.Session, nil
}

// Succeed takes over the background work of another control.
func (c *Control) Succeed(before *Control) {
	c.Work, c.lastID, c.tickPending = before.Work, before.lastID, before.tickPending
}
