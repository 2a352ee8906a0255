package control

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/page"
)

// AnotherComputes is why what computes is off in a session that another process
// is writing.
const AnotherComputes = "another process is computing it"

const group = "Sweep"

// Actions start and stop the work, and change it at a point.
func (c *Control) Actions() []page.Action {
	return append(c.replayActions(), []page.Action{
		{ID: "start", Group: group, Keys: []string{"s"}, Short: "start", Long: "start the sweep, or finish what is missing",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 1, Off: page.Unless(c.OffStart), Do: page.Command(c.Start)},
		{ID: "pause", Group: group, Keys: []string{" "}, Short: "pause", Long: "pause and go on",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 2, Off: page.Unless(c.offComputing), Do: page.Command(c.pause)},
		{ID: "cancel", Group: group, Keys: []string{"x"}, Short: "cancel", Long: "cancel the sweep; what is finished stays",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 6, Off: page.Unless(c.offCancel), Do: page.Command(c.cancel)},
		{ID: "cancel point", Group: group, Keys: []string{"X"}, Short: "cancel point", Long: "cancel what is left of the selected point; the sweep goes on",
			Modes: page.Live | page.Opened, Pages: page.Only(page.Overview, page.Point), Off: page.Unless(c.offSkip), Do: page.Command(c.skip)},
		{ID: "fork", Group: group, Keys: []string{"N"}, Short: "fork", Long: "at a server: a new session of one's own, with all that is finished in this one",
			Modes: page.Opened | page.Live, Pages: page.SweepPages, Off: page.Unless(c.offFork), Do: page.Command(c.fork)},
		{ID: "auto", Group: "Advisor", Keys: []string{"D"}, Short: "auto", Long: "let the advisor go on by itself, round by round, until nothing within reach is better; again to stop it",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Off: page.Unless(c.offAuto), Do: page.Command(c.auto)},
		{ID: "note", Group: "Points", Keys: []string{"n"}, Short: "note", Long: "write a note on the selected point; it is kept in the session",
			Modes: page.Live | page.Opened, Pages: page.AtPoint, Off: page.Unless(c.offNote), Do: page.Command(c.note)},
	}...)
}

// OffStart says why no sweep can be started now, "" where one can.
func (c *Control) OffStart() clean.Text {
	switch {
	case c.Queued:
		return "the sweep waits for the one that is computed: x takes it back"
	case c.Starting:
		return "the sweep is starting"
	case c.Status() == record.Paused && c.Exec != nil:
		return "the sweep is paused: space goes on"
	case c.Exec != nil:
		return "the sweep is running"
	case c.Elsewhere():
		return AnotherComputes
	case c.Standing.Busy != "":
		return c.Standing.Busy
	case c.sc.Session != nil && c.sc.Sweep.Missing() == 0:
		return "every point is computed: press e for more"
	case c.sc.Session == nil && c.sc.Problem != nil:
		return "there is nothing to start: see the message"
	case c.sc.Session == nil && c.sc.Plan == nil:
		return "the data is not ready yet"
	}
	return ""
}

// Start starts the sweep, or finishes what is missing of it.
func (c *Control) Start() tea.Cmd {
	c.sc.Shown = page.Overview
	if c.sc.Session == nil {
		return c.StartNew(c.sc.Plan)
	}
	return c.beside("s", c.StartAgain)
}

// beside computes here what the session misses, after asking where Slurm has tasks that do:
// y, or the key that was pressed once more.
func (c *Control) beside(key string, compute func() tea.Cmd) tea.Cmd {
	if c.InQueue == nil || c.InQueue() == nil {
		return compute()
	}
	c.sc.Ask = &page.Question{Text: clean.Of("Slurm has tasks of this session, which compute the same points. " + key + "/y: compute them here too, other keys: no"),
		Keys: []string{key, "y"}, Pick: func(string) tea.Cmd { return compute() }}
	return nil
}

func (c *Control) offComputing() clean.Text {
	switch {
	case c.Elsewhere():
		return AnotherComputes
	case c.Exec == nil:
		return "no sweep is running"
	}
	return ""
}

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

func (c *Control) offCancel() clean.Text {
	if c.Queued {
		return ""
	}
	return c.offComputing()
}

func (c *Control) cancel() tea.Cmd {
	if c.Queued {
		c.unqueue()
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

// OffEdit says why the sweep cannot be changed now, "" where it can.
func (c *Control) OffEdit() clean.Text {
	switch {
	case c.sc.Mode == page.Opened && c.sc.Problem == nil:
		return ""
	case c.sc.Problem != nil && c.sc.Set == nil:
		return "the data cannot be used: " + clean.Of(c.sc.Problem.Error())
	case c.sc.Set == nil:
		return "the data is not ready yet"
	}
	return ""
}

// Skipped tells that points were taken off a running sweep.
type Skipped struct {
	N   int
	Err error
}

// unfinished are the planned points of a configuration that have no result.
func (c *Control) unfinished(config part.Point) []part.Point {
	done := map[part.Point]bool{}
	if i, ok := c.sc.Sweep.Index[config]; ok {
		for _, r := range c.sc.Sweep.Rows[i].Results {
			done[r.Point] = true
		}
	}
	return slices.DeleteFunc(c.sc.Sweep.Outline.Of(config), func(p part.Point) bool { return done[p] })
}

func (c *Control) skip() tea.Cmd {
	points, e := c.unfinished(c.sc.Table.Row(&c.sc.Sweep).Config), c.Exec
	return func() tea.Msg { return Skipped{len(points), e.Skip(points)} }
}

func (c *Control) skipped(msg Skipped) {
	c.sc.Message = humanize.Counted(msg.N, "point") + " cancelled; once the sweep has ended, s computes what is missing"
	if msg.Err != nil {
		c.sc.Message = "not cancelled: " + clean.Of(msg.Err.Error())
	}
}

func (c *Control) offSkip() clean.Text {
	if why := c.offComputing(); why != "" {
		return why
	}
	if r := c.sc.Table.Row(&c.sc.Sweep); r == nil || len(c.unfinished(r.Config)) == 0 {
		return "the selected point is finished"
	}
	return ""
}
