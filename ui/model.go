package ui

import (
	"os"
	"strings"
	"sync/atomic"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/host"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/work"
	tea "github.com/charmbracelet/bubbletea"
)

// model is the whole program.
type model struct {
	*page.Scene
	cfg     Config
	wire    *terminal.Output
	work    *work.Group
	pages   map[page.Name]page.Page
	actions []action
	every   time.Duration // between looks at a session that is followed

	ticks  bool // a tick is on its way
	serial int  // the last id given to a command

	// What is known of the data and the sweep.
	loading *reading // nil when no data is being read
	loadID  int

	// The session in hand.
	standing host.Standing      // with the bench, where there is one
	exec     *compute.Execution // nil when nothing is computed
	runID    int
	starting bool
	// leave ends the watch over a session that another process computes; nil
	// when there is none.
	leave func()
	// uncheck ends the check of a draft; nil before the first.
	uncheck func()
	gap     time.Duration // the longest between two records of a running sweep
	stopped error         // why the run or the reader broke off
	// stoppedSeen says that the user has read why.
	stoppedSeen bool
	player      *replay.Player

	// What the user looks at.
	focus    int
	zoomed   bool
	slowness overview.Slowness
	variance overview.Variance
	accuracy overview.Accuracy
	editor   editor.Editor
	help     helpPage
	settings settingsPage
	advisor  advisor
	refineID int // of the points around one that were asked for last
	// then is what to do once the data is read.
	then func() tea.Cmd

	interrupted bool          // left by Ctrl+C while a sweep was running
	goneOn      chan struct{} // closed when the process goes on after Ctrl+Z
}

// reading is how far the data is read. It is written by the reader's goroutine.
type reading struct{ done, total atomic.Int64 }

func (r *reading) set(done, total int) {
	r.done.Store(int64(done))
	r.total.Store(int64(total))
}

func newModel(c Config, md page.Mode) *model {
	if c.Environ == nil {
		c.Environ = os.Environ()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	out := c.Out
	if out == nil {
		out = os.Stdout
	}
	m := &model{cfg: c, focus: overview.PaneTable, Scene: &page.Scene{Mode: md, W: 80, H: 24, Now: c.Now(), Spec: c.Spec, Shown: page.Overview, Paths: clean.Of(strings.Join(c.Data.Paths, " "))}}
	m.Asks = m.inquires
	m.Style = theme.New(out, c.Environ, c.Settings)
	m.Sweep.ASCII = m.Style.ASCII
	m.wire = terminal.NewOutput(c.Out, c.Environ)
	all := append(newPages(), c.Pages...)
	m.pages = map[page.Name]page.Page{}
	for _, p := range all {
		m.pages[p.Name()] = p
	}
	m.actions = actionsOf(all)
	m.Sweep.Best = -1
	return m
}

// take begins to show a session.
func (m *model) take(s *sessions.Session) {
	m.Session, m.Spec = s, s.Header.Spec
	points := make([]part.Point, 0, len(s.Plan()))
	for _, e := range s.Plan() {
		points = append(points, e.Point)
	}
	criterion := snapshot.CriterionOf(m.Spec, points)
	criterion.By = s.By()
	m.Sweep.SetPlan(snapshot.OutlineOf(points), criterion)
	m.Arrange()
}

// reduce folds records into the state.
func (m *model) reduce(records []record.Record) {
	st := m.Sweep.State
	for _, r := range records {
		// Between a writer that was killed and the next one nothing ran.
		if st.Status == record.Running && r.Writer != "" && r.Kind != record.KindOpened {
			m.gap = max(m.gap, time.Duration(r.T-st.Last)*time.Millisecond)
		}
		st = record.Reduce(st, r)
	}
	m.look(st)
}

// look shows another state.
func (m *model) look(st record.State) {
	m.Sweep.Take(st)
	m.Arrange()
}

// computing says that this program is computing a sweep.
func (m *model) computing() bool { return m.exec != nil || m.starting }

// watching says that what other processes write is shown as it comes.
func (m *model) watching() bool { return m.Mode == page.Following || m.leave != nil }

// status is what the sweep is doing, as far as the program knows better than
// the records.
func (m *model) status() record.Status {
	st := m.Sweep.State.Status
	known := m.exec != nil || m.watching() || m.Mode == page.Replaying
	if !known && (st == record.Running || st == record.Paused) {
		return record.Interrupted
	}
	return st
}

// elapsed is how long the sweep has been running, up to now, or as far as it
// was heard of.
func (m *model) elapsed() time.Duration {
	if m.silent() {
		return m.Sweep.State.Elapsed()
	}
	return m.Sweep.State.Elapsed() + m.sinceLast()
}

// sinceLast is how long a running sweep has been silent.
func (m *model) sinceLast() time.Duration {
	st := m.Sweep.State
	if m.Session == nil || m.status() != record.Running {
		return 0
	}
	last := m.Session.Header.Created.Add(time.Duration(st.Last) * time.Millisecond)
	now := m.Now
	if m.player != nil && !m.player.Live() {
		now = m.Session.Header.Created.Add(time.Duration(m.player.Now()) * time.Millisecond)
	}
	return max(now.Sub(last), 0)
}

// silent says that the writer of a session that is watched was not heard for
// long: it may have been killed. What was silent for long before may be so
// again.
func (m *model) silent() bool {
	return m.watching() && !m.standing.Here && m.sinceLast() > max(10*time.Second, 3*m.gap)
}

// elsewhere says that another process is computing the session that is shown.
func (m *model) elsewhere() bool {
	return m.Mode != page.Following && m.watching() && !m.standing.Here && m.status() == record.Running && !m.silent()
}

// remaining estimates the time to the end from now on.
func (m *model) remaining() (time.Duration, bool) {
	d, ok := m.Sweep.State.Remaining()
	if !ok || m.status() != record.Running || m.silent() {
		return 0, false
	}
	return max(d-m.sinceLast(), 0), true
}
