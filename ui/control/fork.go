package control

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Forked brings a session of the user's own, or tells why there is none.
type Forked struct {
	ID      int
	Session *sessions.Session
	Err     error
}

func (c *Control) offFork() clean.Text {
	switch {
	case c.o.Host == nil:
		return "for those who watch at a server; here sfatui fork makes a session of one's own"
	case c.Starting || c.Loading != nil:
		return "the data is being read"
	}
	return page.NoSession(c.sc)
}

func (c *Control) fork() tea.Cmd {
	bench, s, id := c.o.Host, c.sc.Session, c.NextID()
	c.RunID, c.sc.Message = id, "making a session of your own…"
	c.unwatch()
	return func() tea.Msg {
		fork, err := bench.Fork(s)
		return Forked{id, fork, err}
	}
}

// Forked is the session of the user's own, nil where there is none: then the one
// that was shown is watched on.
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

// Succeed takes over what goes on beside the screen from another control.
func (c *Control) Succeed(before *Control) {
	c.Work, c.serial, c.ticks = before.Work, before.serial, before.ticks
}
