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
	return append(c.replayActions(), []page.Action{
		{ID: "start", Group: group, Place: 1, Who: page.Owner, Keys: []string{"s"}, Short: "start", Long: "start the sweep, or finish what is missing",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 1, Off: page.Unless(c.OffStart), Do: page.Command(c.Start)},
		{ID: "pause", Group: group, Place: 2, Who: page.Owner, Keys: []string{" "}, Short: "pause", Long: "pause and go on",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 2, Off: page.Unless(c.offComputing), Do: page.Command(c.pause)},
		{ID: "cancel", Group: group, Place: 3, Who: page.Owner, Keys: []string{"x"}, Short: "cancel", Long: "cancel the sweep; what is finished stays",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 6, Off: page.Unless(c.offCancel), Do: page.Command(c.cancel)},
		{ID: "cancel point", Group: group, Who: page.Owner, Keys: []string{"X"}, Short: "cancel point", Long: "cancel what is left of the selected point; the sweep goes on",
			Modes: page.Live | page.Opened, Pages: page.Only(page.Overview, page.Point), Off: page.Unless(c.offSkip), Do: page.Command(c.skip)},
		{ID: "fork", Group: group, Who: page.Anyone, Keys: []string{"N"}, Short: "fork", Long: "at a server: a new session of one's own, with all that is finished in this one",
			Modes: page.Opened | page.Live, Pages: page.SweepPages, Off: page.Unless(c.offFork), Do: page.Command(c.fork)},
		{ID: "auto", Group: "Advisor", Who: page.Owner, Keys: []string{"D"}, Short: "auto", Long: "let the advisor go on by itself, round by round, until nothing within reach is better; again to stop it",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Off: page.Unless(c.offAuto), Do: page.Command(c.auto)},
		{ID: "unseal", Group: group, Who: page.Owner, Short: "unseal", Long: "measure ★, and what each fold alone chooses, on the test parts that --seal-test sealed; it asks first",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Off: page.Unless(c.offUnseal), Do: page.Command(c.unseal)},
		{ID: "note", Group: "Points", Who: page.Owner, Keys: []string{"n"}, Short: "note", Long: "write a note on the selected point; it is kept in the session",
			Modes: page.Live | page.Opened, Pages: page.AtPoint, Off: page.Unless(c.offNote), Do: page.Command(c.note)},
	}...)
}

// offComputing returns why no running sweep can be controlled, "" where one can.
func (c *Control) offComputing() clean.Text {
	switch {
	case c.Elsewhere():
		return AnotherComputes
	case c.Exec == nil:
		return "no sweep is running"
	}
	return ""
}

// pause returns a command that pauses or continues the sweep.
func (c *Control) pause() tea.Cmd {
	e, paused := c.Exec, c.Status() == record.Paused
	return func() tea.Msg {
		if paused {
			e.Continue()
		} else {
			e.Pause()
		}
		return nil
	}
}

// offCancel returns why nothing can be cancelled, "" where something can.
func (c *Control) offCancel() clean.Text {
	if c.Queued {
		return ""
	}
	return c.offComputing()
}

// cancel cancels a queued sweep, or after a confirmation the running one.
func (c *Control) cancel() tea.Cmd {
	if c.Queued {
		c.cancelQueued()
		return nil
	}
	e := c.Exec
	c.sc.Ask = &page.Question{Text: "Cancel? What is finished stays. x/y: cancel, other keys: no",
		Keys: []string{"x", "y"}, Do: func() tea.Msg {
			e.Cancel()
			return nil
		}}
	return nil
}
