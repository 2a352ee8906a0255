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
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/sweepview"
)

// Control is the session in hand and what computes it.
type Control struct {
	sc *page.Scene
	o  Options
	// Work is what runs beside the screen.
	Work *Group
	// AutoStart begins at once when data and plan are ready.
	AutoStart bool
	// Planned plans the sweep over data that has just been read.
	Planned func() tea.Cmd
	// Settings shows the settings of the sweep.
	Settings func() tea.Cmd
	// InQueue is what Slurm has of the session in hand, nil for nothing; nil where nobody knows.
	InQueue func() *sessions.Submitted
	// Ended is what is done when a sweep has ended; nil for nothing.
	Ended func() tea.Cmd

	// Standing is what the screen's user is to the session, where there is a host.
	Standing Standing
	// Exec is nil when nothing is computed.
	Exec     *compute.Execution
	Starting bool
	// Queued says that the sweep that is starting waits for its turn.
	Queued  bool
	unqueue context.CancelFunc
	// RunID and LoadID name the sweep and the data that were asked for last.
	// Answers to what was asked before are dropped.
	RunID, LoadID int
	// Leave ends the watch over a session that another process computes; nil when
	// there is none.
	Leave func()
	// Loading is nil when no data is being read.
	Loading *Reading
	unload  func() // ends the reading
	// Then is what to do once the data is read.
	Then func() tea.Cmd
	// Stopped is why the run or the reader broke off, StoppedSeen that the user has
	// read it.
	Stopped     error
	StoppedSeen bool
	// Player plays a replay; nil where there is none.
	Player *replay.Player
	// Driver goes on by itself; nil where it is not to.
	Driver *advise.Driver

	pace    pace
	watched *sessions.Session // the last that was
	sized   *sessions.Session // whose time was asked for
	gap     time.Duration     // the longest between two records of a running sweep
	ticks   bool              // a tick is on its way
	serial  int               // the last id given to a command
}

// Options are what the control may use, and what new sessions are made with.
type Options struct {
	Data       datasets.Options
	OpenData   func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error)
	Experiment string
	Dir        func(name string) (string, error)
	Root       *os.Root
	Run        sweep.RunOptions
	Auto       advise.Budget
	Host       Host // nil where the program computes by itself
	Now        func() time.Time
	Remote     bool          // the screen is at the other end of a network
	Every      time.Duration // between looks at a session that is followed
}

// New is the control of what a scene shows. Its Work is set before any command of
// it runs.
func New(sc *page.Scene, o Options) *Control {
	if o.OpenData == nil {
		o.OpenData = datasets.Open
	}
	return &Control{sc: sc, o: o}
}

// NextID is an id for a command, whose answer tells it.
func (c *Control) NextID() int {
	c.serial++
	return c.serial
}

// Take begins to show a session.
func (c *Control) Take(s *sessions.Session) {
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

// Reduce folds records into the state.
func (c *Control) Reduce(records []record.Record) {
	st := record.Fold(c.sc.Sweep.State, nil) // a copy, which others do not hold
	for _, r := range records {
		// Between a writer that was killed and the next one nothing ran.
		if st.Status == record.Running && r.Writer != "" && r.Kind != record.KindOpened {
			c.gap = max(c.gap, time.Duration(r.T-st.Last)*time.Millisecond)
		}
		st.Take(r)
	}
	c.Look(st)
}

// Look shows another state.
func (c *Control) Look(st record.State) {
	c.sc.Sweep.Take(st)
	c.pace.take(st.Progress(), st.Elapsed())
	c.sc.Arrange()
}
