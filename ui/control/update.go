package control

import tea "github.com/charmbracelet/bubbletea"

// Update handles the messages of the control's commands.
func (c *Control) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Ticked:
		c.handleTicked(msg)
	case DataOpened:
		return c.Data.handleOpened(msg)
	case Started:
		return c.handleBegun(msg)
	case Arrived:
		return c.handleArrived(msg)
	case Added:
		return c.handleAdded(msg)
	case Noted:
		notes{c}.handle(msg)
	case Unsealed:
		unsealing{c}.handle(msg)
	case Skipped:
		skips{c}.handle(msg)
	case Sized:
		if msg.session == c.sc.Session && c.sc.Expected == 0 {
			c.sc.Expected = msg.duration
		}
	}
	return nil
}
