package ui

import (
	"math"
	"os"
	"sync/atomic"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// mode is what the program was started for.
type mode uint8

const (
	live mode = 1 << iota
	following
	replaying
	opened
)

const anyMode = live | following | replaying | opened

// page is what fills the screen.
type page uint32

const (
	pageMain page = 1 << iota
	pageDetail
	pageData
	pageLog
	pageEditor
	pageHelp
	pageCompare
	pageAdvice
	pageSettings
	pageMap
	pageFeatures
	pageGraph
)

// The panes of the main page.
const (
	paneSlowness = iota
	paneVariance
	paneAccuracy
	paneTable
	panes
)

// model is the whole program.
type model struct {
	cfg     Config
	mode    mode
	style   *theme.Style
	wire    *terminal.Output
	work    *work
	actions []action
	every   time.Duration // between looks at a session that is followed

	w, h   int
	now    time.Time
	ticks  bool // a tick is on its way
	serial int  // the last id given to a command

	// What is known of the data and the sweep.
	loading *reading // nil when no data is being read
	loadID  int
	set     *data.Set
	hash    string
	spec    sweep.Spec // as written
	plan    *sweep.Plan
	memory  sweep.Memory
	problem error // why there is no data or no plan

	// The session in hand.
	standing Standing // with the bench, where there is one
	session  *sessions.Session
	exec     *sessions.Execution // nil when nothing is computed
	runID    int
	starting bool
	// leave ends the watch over a session that another process computes; nil
	// when there is none.
	leave   func()
	gap     time.Duration // the longest between two records of a running sweep
	stopped error         // why the run or the reader broke off
	// stoppedSeen says that the user has read why.
	stoppedSeen bool
	player      *replay.Player
	scene       snapshot.Sweep

	// What the user looks at.
	page     page
	focus    int
	zoomed   bool
	lens     projection.Slice
	slowness slownessPane
	variance variancePane
	accuracy accuracyPane
	table    table
	editor   editor
	help     helpPage
	atlas    mapPage
	features featuresPage
	graph    graphPage
	raw      rawPane
	fold     int // which of the selected point's folds is looked into
	probes   [probeKinds]*probe
	answers  [probeKinds]*probe // the last of each that has an answer
	settings settingsPage
	scroll   int // first line of a page of text
	ask      *question
	prompt   *prompt // nil when no text is asked for
	along    string  // axis that points are compared along
	advisor  advisor
	refineID int // of the points around one that were asked for last
	// then is what to do once the data is read.
	then    func() tea.Cmd
	message clean.Text

	interrupted bool          // left by Ctrl+C while a sweep was running
	goneOn      chan struct{} // closed when the process goes on after Ctrl+Z
}

// question waits for an answer: one of its keys does it, any other does not.
type question struct {
	text clean.Text
	keys []string
	do   func() tea.Msg // a command
	// pick does what the key stands for, instead of do, where keys differ.
	pick func(key string) tea.Cmd
}

// reading is how far the data is read. It is written by the reader's goroutine.
type reading struct{ done, total atomic.Int64 }

func (r *reading) set(done, total int) {
	r.done.Store(int64(done))
	r.total.Store(int64(total))
}

func newModel(c Config, md mode) *model {
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
	m := &model{cfg: c, mode: md, w: 80, h: 24, now: c.Now(), spec: c.Spec, page: pageMain, focus: paneTable}
	m.style = theme.New(out, c.Environ, c.Settings)
	m.scene.ASCII = m.style.ASCII
	m.wire = terminal.NewOutput(c.Out, c.Environ)
	m.actions = actionTable()
	m.scene.Best = -1
	return m
}

// take begins to show a session.
func (m *model) take(s *sessions.Session) {
	m.session, m.spec = s, s.Header.Spec
	points := make([]part.Point, 0, len(s.Plan()))
	for _, e := range s.Plan() {
		points = append(points, e.Point)
	}
	m.scene.SetPlan(snapshot.OutlineOf(points), snapshot.CriterionOf(m.spec, points))
	m.arrange()
}

// reduce folds records into the state.
func (m *model) reduce(records []record.Record) {
	st := m.scene.State
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
	m.scene.Take(st)
	m.arrange()
}

func (m *model) arrange() { m.table.arrange(&m.scene) }

// base is the configuration that the charts hold their other axes at: one of
// those started last, until the user selects a row; the selected row's, or
// before there are rows the first one planned.
func (m *model) base() part.Point {
	if m.lens.Newest != nil {
		return *m.lens.Newest
	}
	if r := m.table.row(&m.scene); r != nil {
		return r.Config
	}
	if len(m.scene.Outline.Configs) > 0 {
		return m.scene.Outline.Configs[0]
	}
	return part.Point{}
}

// computing says that this program is computing a sweep.
func (m *model) computing() bool { return m.exec != nil || m.starting }

// watching says that what other processes write is shown as it comes.
func (m *model) watching() bool { return m.mode == following || m.leave != nil }

// status is what the sweep is doing, as far as the program knows better than
// the records.
func (m *model) status() record.Status {
	st := m.scene.State.Status
	known := m.exec != nil || m.watching() || m.mode == replaying
	if !known && (st == record.Running || st == record.Paused) {
		return record.Interrupted
	}
	return st
}

// elapsed is how long the sweep has been running, up to now, or as far as it
// was heard of.
func (m *model) elapsed() time.Duration {
	if m.silent() {
		return m.scene.State.Elapsed()
	}
	return m.scene.State.Elapsed() + m.sinceLast()
}

// sinceLast is how long a running sweep has been silent.
func (m *model) sinceLast() time.Duration {
	st := m.scene.State
	if m.session == nil || m.status() != record.Running {
		return 0
	}
	last := m.session.Header.Created.Add(time.Duration(st.Last) * time.Millisecond)
	now := m.now
	if m.player != nil && !m.player.Live() {
		now = m.session.Header.Created.Add(time.Duration(m.player.Now()) * time.Millisecond)
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
	return m.mode != following && m.watching() && !m.standing.Here && m.status() == record.Running && !m.silent()
}

// remaining estimates the time to the end from now on.
func (m *model) remaining() (time.Duration, bool) {
	d, ok := m.scene.State.Remaining()
	if !ok || m.status() != record.Running || m.silent() {
		return 0, false
	}
	return max(d-m.sinceLast(), 0), true
}

// startPlace is where a chart's cursor begins: at the base configuration.
func (m *model) startPlace(v projection.View) float64 {
	if v.X.Number == nil {
		return math.NaN()
	}
	return v.X.Number(m.base())
}
