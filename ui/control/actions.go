package control

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
)

const group = "Sweep"

// Actions returns the actions that start, stop and change the computation.
func (c *Control) Actions() []page.Action {
	return append(replays{c}.actions(), []page.Action{
		{ID: "start", Group: group, Place: 1, Who: page.Owner, Keys: []string{"s"}, Short: "start", Long: "start the sweep, or compute the missing points",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 1, Off: page.Unless(c.OffStart), Do: page.Command(c.Start)},
		{ID: "pause", Group: group, Place: 2, Who: page.Owner, Keys: []string{" "}, Short: "pause", Long: "pause or continue",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 2, Off: page.Unless(running{c}.offComputing), Do: page.Command(running{c}.pause)},
		{ID: "cancel", Group: group, Place: 3, Who: page.Owner, Keys: []string{"x"}, Short: "cancel", Long: "cancel the sweep; finished points are kept",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 6, Off: page.Unless(running{c}.offCancel), Do: page.Command(running{c}.cancel)},
		{ID: "cancel point", Group: group, Who: page.Owner, Keys: []string{"X"}, Short: "cancel point", Long: "cancel the unfinished fits of the selected point; the sweep continues",
			Modes: page.Live | page.Opened, Pages: page.Only(page.Overview, page.Point), Off: page.Unless(skips{c}.off), Do: page.Command(skips{c}.skip)},
		{ID: "fork", Group: group, Who: page.Anyone, Keys: []string{"N"}, Short: "fork", Long: "at a server: create your own session with all finished points of this one",
			Modes: page.Opened | page.Live, Pages: page.SweepPages, Off: page.Unless(forks{c}.off), Do: page.Command(forks{c}.fork)},
		{ID: "auto", Group: "Advisor", Who: page.Owner, Keys: []string{"D"}, Short: "auto", Long: "follow the advisor automatically, round by round, until no step improves the score; press again to stop",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Off: page.Unless(c.Auto.off), Do: page.Command(c.Auto.toggle)},
		{ID: "unseal", Group: group, Who: page.Owner, Short: "unseal", Long: "measure ★ and each fold's own choice on the test parts sealed by --seal-test; asks for confirmation",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Off: page.Unless(unsealing{c}.off), Do: page.Command(unsealing{c}.ask)},
		{ID: "note", Group: "Points", Who: page.Owner, Keys: []string{"n"}, Short: "note", Long: "write a note on the selected point; the session stores it",
			Modes: page.Live | page.Opened, Pages: page.AtPoint, Off: page.Unless(notes{c}.off), Do: page.Command(notes{c}.ask)},
		memory{c}.action(),
	}...)
}

// running pauses and cancels the running sweep.
type running struct{ ctl *Control }

// offComputing returns the reason why no running sweep can be controlled; "" if one can.
func (rn running) offComputing() clean.Text {
	switch {
	case rn.ctl.Elsewhere():
		return rn.ctl.AnotherComputes()
	case rn.ctl.Exec == nil:
		return "no sweep is running"
	}
	return ""
}

// pause returns a command that pauses or continues the sweep.
func (rn running) pause() tea.Cmd {
	e, paused := rn.ctl.Exec, rn.ctl.Status() == record.Paused
	return func() tea.Msg {
		if paused {
			e.Continue()
		} else {
			e.Pause()
		}
		return nil
	}
}

// offCancel returns the reason why nothing can be cancelled; "" if something can.
func (rn running) offCancel() clean.Text {
	if rn.ctl.Queued {
		return ""
	}
	return rn.offComputing()
}

// cancel cancels a queued sweep, or after a confirmation the running one.
func (rn running) cancel() tea.Cmd {
	if rn.ctl.Queued {
		rn.ctl.cancelQueued()
		return nil
	}
	e := rn.ctl.Exec
	rn.ctl.sc.Ask = page.Confirm("Cancel? Finished points stay.", "cancel it", "go on", "x", func() tea.Cmd {
		return func() tea.Msg {
			e.Cancel()
			return nil
		}
	})
	return nil
}
