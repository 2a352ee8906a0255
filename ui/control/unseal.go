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

// unsealing evaluates the choice on sealed test parts.
type unsealing struct{ ctl *Control }

// off returns the reason why sealed test parts cannot be evaluated now; "" if they can.
func (u unsealing) off() clean.Text {
	switch {
	case u.ctl.sc.Session == nil:
		return page.NoSession(u.ctl.sc)
	case u.ctl.Computing():
		return "the sweep is still running, so the choice is not final"
	case u.ctl.Elsewhere():
		return u.ctl.AnotherComputes()
	case u.ctl.sc.Sweep.Best < 0:
		return "nothing is chosen yet"
	case !measure.Sealed.On(u.ctl.sc.Sweep.Rows[u.ctl.sc.Sweep.Best].Config):
		return "the test parts are not sealed: --seal-test seals them"
	case u.ctl.sc.Sweep.Missing() > 0:
		return "points are missing, so the choice is not final: s computes them"
	case u.ctl.sc.Session.Header.KernelPath != sweep.KernelPath():
		// The arithmetic of a program that computes something else cannot be changed.
		return "computed on " + clean.Of(u.ctl.sc.Session.Header.KernelPath) + ": sfatui unseal measures with the same arithmetic"
	}
	return u.ctl.Standing.Busy
}

// ask evaluates the choice on the sealed test parts if the user confirms.
func (u unsealing) ask() tea.Cmd {
	u.ctl.sc.Ask = page.Confirm("Measure the choice on test? Every look is recorded.", "measure", "cancel", "",
		func() tea.Cmd { return u.ctl.Data.With(u.measure) })
	return nil
}

// measure returns a command that evaluates the choice on the sealed test parts, like
// sfatui unseal.
func (u unsealing) measure() tea.Cmd {
	if u.off() != "" { // a computation started while the data was read
		return nil
	}
	s, set, run, id, ctx := u.ctl.sc.Session, u.ctl.sc.Set, u.ctl.o.Run, u.ctl.NextID(), u.ctl.Work.Context
	u.ctl.RunID, u.ctl.sc.Message = id, "measuring the choice on test…"
	return func() tea.Msg {
		s, err := s.Reopen() // includes points computed since the session was read
		if err != nil {
			return Unsealed{ID: id, Err: err}
		}
		records, err := compute.Unseal(ctx, s, set, run)
		return Unsealed{id, records, err}
	}
}

// handle shows the result of the evaluation.
func (u unsealing) handle(msg Unsealed) {
	switch {
	case msg.ID != u.ctl.RunID:
	case msg.Err != nil:
		u.ctl.sc.Message = "not unsealed: " + clean.Of(msg.Err.Error())
	default:
		u.ctl.Reduce(msg.Records)
		u.ctl.sc.Message = "the choice was measured on test: w shows the result"
	}
}
