package control

import tea "github.com/charmbracelet/bubbletea"

// Update handles the messages of the control's commands.
func (c *Control) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Ticked:
		c.handleTicked(msg)
	case DataOpened:
		return c.handleDataOpened(msg)
	case Begun:
		return c.handleBegun(msg)
	case Arrived:
		return c.handleArrived(msg)
	case Added:
		return c.handleAdded(msg)
	case Noted:
		c.handleNoted(msg)
	case Unsealed:
		c.handleUnsealed(msg)
	case Skipped:
		c.handleSkipped(msg)
	case Sized:
		if msg.session == c.sc.Session && c.sc.Expected == 0 {
			c.sc.Expected = msg.duration
		}
	}
	return nil
}
