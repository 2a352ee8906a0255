package control

import (
	"context"
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// offAuto returns why the advisor cannot continue without questions, "" where it can.
func (c *Control) offAuto() clean.Text {
	switch {
	case c.Driver != nil:
		return ""
	case c.Starting:
		return "the sweep is starting"
	case c.Elsewhere():
		return c.AnotherComputes()
	case c.Exec != nil:
		return ""
	case c.Standing.Busy != "":
		return c.Standing.Busy
	case c.sc.Session == nil:
		return c.OffStart()
	}
	return c.OffEdit()
}

// auto turns the advisor's automatic rounds on or off.
func (c *Control) auto() tea.Cmd {
	e := c.Exec
	if c.Driver != nil {
		c.Driver = nil
		c.sc.Message = "auto is off: running fits finish, and no more start"
		if e != nil {
			e.SetDriver(nil)
		}
		return nil
	}
	d := &advise.Driver{Budget: c.o.Auto}
	switch {
	case e != nil:
		if !e.SetDriver(d) {
			c.sc.Message = "the sweep has just ended: press D again"
			return nil
		}
		c.sc.Message = "auto: the advisor continues when the sweep is done; D stops it"
	case c.sc.Session == nil:
		c.Driver = d
		return c.StartNew(c.sc.Plan)
	case c.sc.Sweep.Missing() > 0:
		return c.askIfQueued("D", func() tea.Cmd {
			c.Driver = d
			return c.StartAgain()
		})
	default:
		return c.WithData(func() tea.Cmd { return c.startDriven(d) })
	}
	c.Driver = d
	return nil
}

// startDriven starts a driver on the current session, which is complete.
func (c *Control) startDriven(d *advise.Driver) tea.Cmd {
	if c.Computing() { // another computation started while the data was read
		return nil
	}
	c.Driver = d
	s, set, run := c.sc.Session, c.sc.Set, c.o.Run
	return c.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.Auto(ctx, s, set, d, run, onRecord)
	})
}

// DropDriver removes a driver whose computation has ended, and shows the reason.
func (c *Control) DropDriver() {
	if c.Driver == nil || c.Computing() {
		return
	}
	c.Driver = nil
	log := c.sc.Sweep.State.Log
	for _, l := range slices.Backward(log[max(0, len(log)-3):]) {
		if strings.HasPrefix(l.Text, "auto ended") {
			c.sc.Message = clean.Of(l.Text)
			return
		}
	}
}

// Driving returns the state of the driver in a word or two, "" without one.
func (c *Control) Driving() clean.Text {
	switch {
	case c.sc.Sweep.State.Rounds > 0 && c.Status() == record.Running:
		if c.sc.Sweep.State.Searching {
			return clean.Sprintf(" search %d", c.sc.Sweep.State.Rounds)
		}
		return clean.Sprintf(" auto %d", c.sc.Sweep.State.Rounds)
	case c.Driver != nil:
		return ", then auto"
	}
	return ""
}

// handleNothingToAdd shows that a driver had nothing to add, and reports whether err is that.
func (c *Control) handleNothingToAdd(err error) bool {
	var nothing *compute.NothingToAdd
	if !errors.As(err, &nothing) {
		return false
	}
	c.Driver = nil
	c.sc.Message = "auto: " + clean.Of(nothing.Why)
	return true
}

// TakeAdvice computes the points that an advice adds.
func (c *Control) TakeAdvice(a advise.Advice) tea.Cmd {
	s, set, run := c.sc.Session, c.sc.Set, c.o.Run
	return c.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.TakeAdvice(ctx, s, set, a, run, onRecord)
	})
}
