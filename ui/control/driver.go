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

// Autopilot lets the advisor add points without questions.
type Autopilot struct{ ctl *Control }

// off returns the reason why the advisor cannot continue without questions; "" if it can.
func (a *Autopilot) off() clean.Text {
	switch {
	case a.ctl.Driver != nil:
		return ""
	case a.ctl.Starting:
		return "the sweep is starting"
	case a.ctl.Elsewhere():
		return a.ctl.AnotherComputes()
	case a.ctl.Exec != nil:
		return ""
	case a.ctl.Standing.Busy != "":
		return a.ctl.Standing.Busy
	case a.ctl.sc.Session == nil:
		return a.ctl.OffStart()
	}
	return a.ctl.OffEdit()
}

// toggle turns the advisor's automatic rounds on or off.
func (a *Autopilot) toggle() tea.Cmd {
	e := a.ctl.Exec
	if a.ctl.Driver != nil {
		a.ctl.Driver = nil
		a.ctl.sc.Message = "auto is off: running fits finish, and no more start"
		if e != nil {
			e.SetDriver(nil)
		}
		return nil
	}
	d := &advise.Driver{Budget: a.ctl.o.Auto}
	switch {
	case e != nil:
		if !e.SetDriver(d) {
			a.ctl.sc.Message = "the sweep has just ended: press D again"
			return nil
		}
		a.ctl.sc.Message = "auto: the advisor continues when the sweep is done; D stops it"
	case a.ctl.sc.Session == nil:
		a.ctl.Driver = d
		return a.ctl.StartNew(a.ctl.sc.Plan)
	case a.ctl.sc.Sweep.Missing() > 0:
		return a.ctl.askIfQueued("D", func() tea.Cmd {
			a.ctl.Driver = d
			return a.ctl.StartAgain()
		})
	default:
		return a.ctl.Data.With(func() tea.Cmd { return a.start(d) })
	}
	a.ctl.Driver = d
	return nil
}

// start starts a driver on the current session, which is complete.
func (a *Autopilot) start(d *advise.Driver) tea.Cmd {
	if a.ctl.Computing() { // another computation started while the data was read
		return nil
	}
	a.ctl.Driver = d
	s, set, run := a.ctl.sc.Session, a.ctl.sc.Set, a.ctl.o.Run
	return a.ctl.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.Auto(ctx, s, set, d, run, onRecord)
	})
}

// Drop removes a driver whose computation has ended, and shows the reason.
func (a *Autopilot) Drop() {
	if a.ctl.Driver == nil || a.ctl.Computing() {
		return
	}
	a.ctl.Driver = nil
	log := a.ctl.sc.Sweep.State.Log
	for _, l := range slices.Backward(log[max(0, len(log)-3):]) {
		if strings.HasPrefix(l.Text, "auto ended") {
			a.ctl.sc.Message = clean.Of(l.Text)
			return
		}
	}
}

// State returns the state of the driver in a word or two, "" without one.
func (a *Autopilot) State() clean.Text {
	switch {
	case a.ctl.sc.Sweep.State.Rounds > 0 && a.ctl.Status() == record.Running:
		if a.ctl.sc.Sweep.State.Searching {
			return clean.Sprintf(" search %d", a.ctl.sc.Sweep.State.Rounds)
		}
		return clean.Sprintf(" auto %d", a.ctl.sc.Sweep.State.Rounds)
	case a.ctl.Driver != nil:
		return ", then auto"
	}
	return ""
}

// handleNothing shows that a driver had nothing to add, and reports whether err is that.
func (a *Autopilot) handleNothing(err error) bool {
	var nothing *compute.NothingToAdd
	if !errors.As(err, &nothing) {
		return false
	}
	a.ctl.Driver = nil
	a.ctl.sc.Message = "auto: " + clean.Of(nothing.Why)
	return true
}

// Take computes the points that a piece of advice adds.
func (a *Autopilot) Take(advice advise.Advice) tea.Cmd {
	s, set, run := a.ctl.sc.Session, a.ctl.sc.Set, a.ctl.o.Run
	return a.ctl.Begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.TakeAdvice(ctx, s, set, advice, run, onRecord)
	})
}
