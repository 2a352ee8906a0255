package control

import (
	"context"
	"os"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/sweepview"
)

// Control holds the current session and its computation.
type Control struct {
	sc *page.Scene
	o  Options
	// Data reads the data of the sweep.
	Data *Loader
	// Auto adds points as the advisor proposes them.
	Auto *Autopilot
	// Work is the group of background goroutines.
	Work *Group
	// AutoStart starts the sweep as soon as data and plan are ready.
	AutoStart bool
	// Planned plans the sweep on data that has just been read.
	Planned func() tea.Cmd
	// Settings shows the settings of the sweep.
	Settings func() tea.Cmd
	// InQueue returns the session's tasks in Slurm, nil for none; InQueue is nil if the queue
	// is unknown.
	InQueue func() *list.Submitted
	// Ended is called when a sweep has ended; nil for nothing.
	Ended func() tea.Cmd

	// Standing holds the user's permissions on the session, if there is a host.
	Standing Standing
	// Exec is nil if nothing is computed.
	Exec     *compute.Execution
	Starting bool
	// Queued marks a starting sweep that waits for its turn.
	Queued       bool
	cancelQueued context.CancelFunc
	// RunID identifies the latest requested sweep. Answers to earlier requests are dropped.
	RunID int
	// Leave stops following a session that another process computes; nil if none is followed.
	Leave func()
	// Stopped is the error that stopped the run or the reader. StoppedSeen is set once the user
	// has read it.
	Stopped     error
	StoppedSeen bool
	// Player plays a replay; nil if there is none.
	Player *replay.Player
	// Meter measures the processes of a running sweep on this machine.
	Meter Meter
	// Pace measures how evenly the work of a running sweep advances.
	Pace Pace
	// Driver lets the advisor add points without questions; nil if it should not.
	Driver *advise.Driver

	lastWatched *sessions.Session // latest session that was followed
	estimate    estimate
	longestGap  time.Duration // longest time between two records of a running sweep
	tickPending bool          // a tick is pending
	lastID      int           // ID of the latest command
}

// Options holds the services, limits and defaults of a control.
type Options struct {
	Data       datasets.Options
	OpenData   func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error)
	Experiment string
	Dir        func(name string) (string, error)
	Root       *os.Root
	Run        sweep.RunOptions
	Auto       advise.Budget
	Host       Host // nil if the program computes by itself
	Now        func() time.Time
	Remote     bool          // the screen is at the other end of a network
	Every      time.Duration // interval between readings of a followed session
}

// New returns the control of a scene. Its Work must be set before any of its commands runs.
func New(sc *page.Scene, o Options) *Control {
	if o.OpenData == nil {
		o.OpenData = datasets.Open
	}
	c := &Control{sc: sc, o: o}
	c.Data, c.Auto = &Loader{ctl: c}, &Autopilot{c}
	return c
}

// Limits returns the limits of runs.
func (c *Control) Limits() sweep.RunOptions { return c.o.Run }

// NextID returns a new ID for a command, which its answer contains.
func (c *Control) NextID() int {
	c.lastID++
	return c.lastID
}

// SetSession replaces the current session.
func (c *Control) SetSession(s *sessions.Session) {
	c.sc.Session, c.sc.Spec = s, s.Header.Spec
	points := make([]part.Point, 0, len(s.Plan()))
	for _, e := range s.Plan() {
		points = append(points, e.Point)
	}
	criterion := sweepview.CriterionOf(c.sc.Spec, points)
	criterion.By = s.By()
	c.sc.Sweep.SetPlan(sweepview.OutlineOf(points), criterion)
	c.sc.Arrange()
}

// Reduce applies records to the state of the sweep.
func (c *Control) Reduce(records []record.Record) {
	st := record.Fold(c.sc.Sweep.State, nil) // a copy, because others may hold the state
	for _, r := range records {
		// Nothing ran between a killed writer and the next one.
		if st.Status == record.Running && r.Writer != "" && r.Kind != record.KindOpened {
			c.longestGap = max(c.longestGap, time.Duration(r.T-st.Last)*time.Millisecond)
		}
		st.Take(r)
	}
	c.ShowState(st)
}

// ShowState replaces the state of the sweep.
func (c *Control) ShowState(st record.State) {
	c.sc.Sweep.Take(st)
	c.Pace.update(st.Progress(), st.Elapsed())
	c.sc.Arrange()
}
