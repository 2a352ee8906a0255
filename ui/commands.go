package ui

import (
	"context"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/work"
	tea "github.com/charmbracelet/bubbletea"
)

// The messages that commands send. Those with an id are ignored when something
// newer has been asked for.
type (
	ticked     struct{ now time.Time }
	dataOpened struct {
		id   int
		set  *data.Set
		hash string
		err  error
	}
	begun struct {
		id    int
		feed  *work.Feed
		exec  *compute.Execution
		state record.State
		err   error
	}
	arrived struct {
		id   int
		feed *work.Feed
		work.Batch
	}
	checkDue struct{ id int }
	checked  struct{ editor.Check }
)

func (m *model) id() int {
	m.serial++
	return m.serial
}

// Init begins what the program was started for.
func (m *model) Init() tea.Cmd {
	switch m.Mode {
	case page.Live:
		m.stand()
		return tea.Batch(m.openData(), m.tick())
	case page.Following:
		return tea.Batch(m.watch(), m.tick())
	case page.Replaying:
		if m.player.Grows {
			return tea.Batch(m.watch(), m.tick())
		}
	case page.Opened:
		m.stand()
		if st := m.Sweep.State.Status; st == record.Running || st == record.Paused || m.cfg.Host != nil {
			return tea.Batch(m.watch(), m.tick())
		}
	}
	return m.tick()
}

// watch looks for records of other processes. Those that the session was opened
// with are known.
func (m *model) watch() tea.Cmd {
	type mark struct {
		writer string
		n      uint64
	}
	known := map[mark]bool{}
	for _, r := range m.Session.Records() {
		known[mark{r.Writer, r.N}] = true
	}
	f, s, follow := work.NewFeed(), m.Session, m.follow()
	m.runID = m.id()
	m.stand()
	m.leave = m.work.Follow(f, func(ctx context.Context) error {
		return follow(ctx, s, func(r record.Record) error {
			if r.Kind != record.KindCreated && (r.N == 0 || !known[mark{r.Writer, r.N}]) {
				f.Put(r)
			}
			return nil
		})
	})
	return m.await(m.runID, f)
}

// unwatch ends a watch: this process computes the session now.
func (m *model) unwatch() {
	if m.leave != nil {
		m.leave()
		m.leave = nil
	}
}

// openData reads the data set.
func (m *model) openData() tea.Cmd {
	id, progress, ctx, options := m.id(), &reading{}, m.work.Context, m.cfg.Data
	m.loadID, m.loading, m.Problem = id, progress, nil
	if m.Mode != page.Live {
		options = m.Session.Header.Data.Options
	}
	options.Memory, options.Root = m.cfg.Run.Memory, m.cfg.Root
	return func() tea.Msg {
		set, err := datasets.Open(ctx, options, progress.set)
		if err != nil {
			return dataOpened{id: id, err: &page.DataError{Err: err}}
		}
		hash, err := set.HashContext(ctx)
		return dataOpened{id, set, hash, err}
	}
}

// checkLater plans the draft of the editor once the user stops typing.
func (m *model) checkLater() tea.Cmd {
	id := m.id()
	m.editor.Check.ID, m.editor.Check.Pending = id, true
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return checkDue{id} })
}

// checkNow plans a sweep as written.
func (m *model) checkNow(id int, spec sweep.Spec) tea.Cmd {
	set, hash, run, planned := m.Set, m.Hash, m.cfg.Run, m.Sweep.Outline
	if m.Session == nil {
		planned = snapshot.Outline{}
	}
	if set == nil {
		return nil
	}
	if m.uncheck != nil {
		m.uncheck() // of a draft of before
	}
	ctx, cancel := context.WithCancel(m.work.Context)
	m.uncheck = cancel
	return func() tea.Msg {
		defer cancel()
		c := editor.CheckSpec(ctx, id, set, hash, spec, run, planned)
		if c.Plan != nil {
			c.Time = editor.TimeOf(c.Cost)
		}
		return checked{c}
	}
}

// begin starts a sweep through start, which is given where its records go.
func (m *model) begin(start func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error)) tea.Cmd {
	id, f, w := m.id(), work.NewFeed(), m.work
	m.runID, m.starting, m.stopped, m.stoppedSeen = id, true, nil, false
	m.unwatch()
	if bench := m.cfg.Host; bench != nil {
		dir := ""
		if m.Session != nil {
			dir = m.Session.Dir
		}
		return func() tea.Msg {
			e, err := bench.Begin(dir, start)
			if err != nil {
				return begun{id: id, err: err}
			}
			return begun{id: id, exec: e, state: e.Session().State()}
		}
	}
	return func() tea.Msg {
		e, err := w.Begin(f, func(ctx context.Context) (*compute.Execution, error) { return start(ctx, f.Put) })
		if err != nil {
			return begun{id: id, err: err}
		}
		return begun{id, f, e, e.Session().State(), nil}
	}
}

// startNew computes a plan into a new session.
func (m *model) startNew(plan *sweep.Plan) tea.Cmd {
	b := compute.Request{Options: m.cfg.Data, Set: m.Set, Spec: m.Spec, Plan: plan, Run: m.cfg.Run, Experiment: m.cfg.Experiment, Root: m.cfg.Root}
	dir := m.cfg.Dir
	return m.begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		var err error
		if b.Dir, err = dir(b.Set.Name); err != nil {
			return nil, err
		}
		b.OnRecord = onRecord
		return compute.Start(ctx, b)
	})
}

// startGrown adds the new points of a plan to the session in hand.
func (m *model) startGrown(plan *sweep.Plan) tea.Cmd {
	s, set, run := m.Session, m.Set, m.cfg.Run
	return m.begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.Extend(ctx, s, set, plan, run, onRecord)
	})
}

// startAgain finishes the session in hand.
func (m *model) startAgain() tea.Cmd {
	s, run := m.Session, m.cfg.Run
	return m.begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.Resume(ctx, s, run, false, onRecord)
	})
}

// await waits for the next records of a feed. Many results take longer to
// summarise, and are shown less often: the processors are for the engine. Over a
// network everything is: the line may be slow.
func (m *model) await(id int, f *work.Feed) tea.Cmd {
	pause := work.UpdateEvery + time.Duration(len(m.Sweep.State.Results))*20*time.Microsecond
	if m.cfg.remote() {
		pause += work.UpdateEvery
	}
	ctx := context.WithoutCancel(m.work.Context) // its end comes through the feed
	return func() tea.Msg { return arrived{id, f, f.Take(ctx, pause)} }
}

// tick keeps the clock going while something moves. There is one tick at a time.
func (m *model) tick() tea.Cmd {
	every := time.Duration(0)
	switch {
	case m.player != nil && m.player.Playing && !m.player.Live():
		every = work.UpdateEvery
	case m.loading != nil:
		every = 200 * time.Millisecond
	case m.computing() || m.watching() || m.cfg.Host != nil:
		every = time.Second
	}
	if every == 0 || m.ticks {
		return nil
	}
	m.ticks = true
	clock := m.cfg.Now
	return tea.Tick(every, func(time.Time) tea.Msg { return ticked{clock()} })
}
