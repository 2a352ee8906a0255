package control

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

// Unsealed is the message with the records of an evaluation on sealed test parts, or why there
// was none.
type Unsealed struct {
	ID      int
	Records []record.Record
	Err     error
}

// offUnseal returns why sealed test parts cannot be evaluated now, "" where they can.
func (c *Control) offUnseal() clean.Text {
	switch {
	case c.sc.Session == nil:
		return page.NoSession(c.sc)
	case c.Computing():
		return "the sweep is still running, so the choice is not final"
	case c.Elsewhere():
		return c.AnotherComputes()
	case c.sc.Sweep.Best < 0:
		return "nothing is chosen yet"
	case !measure.Sealed.On(c.sc.Sweep.Rows[c.sc.Sweep.Best].Config):
		return "the test parts are not sealed: --seal-test seals them"
	case c.sc.Sweep.Missing() > 0:
		return "points are missing, so the choice is not final: s computes them"
	case c.sc.Session.Header.KernelPath != sweep.KernelPath():
		// The arithmetic of a program that computes something else cannot be changed.
		return "computed on " + clean.Of(c.sc.Session.Header.KernelPath) + ": sfatui unseal measures with the same arithmetic"
	}
	return c.Standing.Busy
}

// unseal evaluates the choice on the sealed test parts if the user confirms.
func (c *Control) unseal() tea.Cmd {
	c.sc.Ask = page.Confirm("Measure the choice on test? Every look is recorded.", "measure", "cancel", "",
		func() tea.Cmd { return c.WithData(c.measureSealed) })
	return nil
}

// measureSealed returns a command that evaluates the choice on the sealed test parts, like
// sfatui unseal.
func (c *Control) measureSealed() tea.Cmd {
	if c.offUnseal() != "" { // a computation started while the data was read
		return nil
	}
	s, set, run, id, ctx := c.sc.Session, c.sc.Set, c.o.Run, c.NextID(), c.Work.Context
	c.RunID, c.sc.Message = id, "measuring the choice on test…"
	return func() tea.Msg {
		s, err := s.Reopen() // includes points computed since the session was read
		if err != nil {
			return Unsealed{ID: id, Err: err}
		}
		records, err := compute.Unseal(ctx, s, set, run)
		return Unsealed{id, records, err}
	}
}

// handleUnsealed shows the result of the evaluation.
func (c *Control) handleUnsealed(msg Unsealed) {
	switch {
	case msg.ID != c.RunID:
	case msg.Err != nil:
		c.sc.Message = "not unsealed: " + clean.Of(msg.Err.Error())
	default:
		c.Reduce(msg.Records)
		c.sc.Message = "the choice was measured on test: w shows the result"
	}
}
