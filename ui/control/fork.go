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

// offFork returns why the session cannot be forked, "" where it can.
func (c *Control) offFork() clean.Text {
	switch {
	case c.o.Host == nil:
		return "available to viewers at a server; here sfatui fork creates your own session"
	case c.Starting || c.Loading != nil:
		return "the data is being read"
	}
	return page.NoSession(c.sc)
}

// fork returns a command that forks the session for this user.
func (c *Control) fork() tea.Cmd {
	bench, s, id := c.o.Host, c.sc.Session, c.NextID()
	c.RunID, c.sc.Message = id, "creating your own session…"
	c.unwatch()
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
