package control

import tea "github.com/charmbracelet/bubbletea"

// Update takes up the messages of the control's own commands.
func (c *Control) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Ticked:
		c.ticked(msg)
	case DataOpened:
		return c.dataOpened(msg)
	case Begun:
		return c.begun(msg)
	case Arrived:
		return c.arrived(msg)
	case Added:
		return c.added(msg)
	case Noted:
		c.noted(msg)
	case Unsealed:
		c.unsealed(msg)
	case Skipped:
		c.skipped(msg)
	case Sized:
		if msg.of == c.sc.Session && c.sc.Expected == 0 {
			c.sc.Expected = msg.whole
		}
	}
	return nil
}
