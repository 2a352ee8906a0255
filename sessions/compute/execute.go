package compute

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/sessions"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// Request specifies a new session.
type Request struct {
	Dir     string
	Root    *os.Root         // folder of Dir that no link may escape; or nil
	Options datasets.Options // how Set was opened
	Set     *data.Set
	Spec    sweep.Spec // as the user wrote it
	Plan    *sweep.Plan
	Run     sweep.RunOptions
	// Experiment is the name of the paper's experiment; "" for none.
	Experiment string
	// Driver extends the sweep when it is finished; nil for none.
	Driver *advise.Driver
	// OnRecord is called with every record after it is written; see
	// [journal.Writer].
	OnRecord func(record.Record)
}

// Execution is a running computation of a sweep into a session.
type Execution struct {
	writer *journal.Writer
	rounds rounds
	done   chan struct{}
	err    error // set before done is closed
}

// task specifies an execution.
type task struct {
	command    string // as recorded
	data       any    // recorded with it
	set        *data.Set
	run        sweep.RunOptions
	driver     *advise.Driver  // nil for none
	search     *search.Planner // nil for none
	concurrent bool            // compute even if another process computes in the session
	share      *portion        // nil for the whole sweep
}

// Start creates a session and starts to compute its points. It creates no
// session if the plan exceeds the memory.
func Start(ctx context.Context, b Request) (*Execution, error) {
	planner, err := b.search()
	if err != nil {
		return nil, err
	}
	s, err := create(b)
	if err != nil {
		return nil, err
	}
	return execute(ctx, s, b.Plan, task{command: "start", set: b.Set, run: b.Run, driver: b.Driver, search: planner}, b.OnRecord)
}

// Create creates a session with its plan, without computing. It returns an
// error for a search, whose points cannot be planned in advance.
func Create(b Request) (*sessions.Session, error) {
	if b.Spec.Search.By != "" {
		return nil, part.Errorf("search", "a session whose points are planned beforehand has no search")
	}
	return create(b)
}

func create(b Request) (*sessions.Session, error) {
	if b.Run.Memory > 0 {
		if _, err := b.Plan.Memory(b.Run.Workers, b.Run.Memory); err != nil {
			return nil, err
		}
	}
	options, err := absolute(b.Options)
	if err != nil {
		return nil, err
	}
	n, _ := b.Set.X.Dims()
	return sessions.CreateAt(store.In(b.Root, b.Dir), sessions.Header{
		Name: b.Set.Name, Spec: b.Spec, Seed: b.Plan.Spec.Split.Seed, Experiment: b.Experiment,
		Data: sessions.Data{
			Options: options, Name: b.Set.Name, Sources: b.Set.Sources(), Hash: b.Plan.Data,
			N: n, D: b.Set.Channels(), Segments: len(b.Set.Segments), Classes: len(b.Set.Classes), Overlap: b.Set.Overlap,
		},
	}, b.Plan.Entries)
}

// Resume computes the missing points of a session as it is now. set is the
// session's data, or nil to read it. Shared stages derive from each plan as it
// was written. While another process computes in the session, it returns a
// *[journal.BusyError], unless beside is set: then each process checks before
// every job what the other has published.
func Resume(ctx context.Context, s *sessions.Session, set *data.Set, o sweep.RunOptions, beside bool, onRecord func(record.Record)) (*Execution, error) {
	s, err := latest(s)
	if err != nil {
		return nil, err
	}
	if err := s.PlanDamage(); err != nil {
		return nil, err
	}
	if err := s.SameArithmetic(); err != nil && len(s.Missing()) > 0 {
		return nil, err
	}
	if err := s.Processes().Free(s.State(), time.Now()); err != nil && !beside { // before data is read
		return nil, err
	}
	if set == nil {
		own := *s // the caller keeps its limits
		s = &own
		s.Header.Data.Options.Memory, s.Header.Data.Options.Granted = o.Memory, o.Granted
		if set, err = s.OpenData(ctx); err != nil {
			return nil, err
		}
	}
	plan, err := allPlans(s, set)
	if err != nil {
		return nil, err
	}
	planner, err := searchOf(ctx, s, set, o)
	if err != nil {
		return nil, err
	}
	return execute(ctx, s, plan, task{command: "resume", set: set, run: o, search: planner, concurrent: beside}, onRecord)
}

// latest returns the session itself unless files were added to it since it was read, and
// otherwise reads it again.
func latest(s *sessions.Session) (*sessions.Session, error) {
	if s.IsCurrent() {
		return s, nil
	}
	return s.Reopen()
}

// allPlans returns the union of a session's plans, each as it was written.
func allPlans(s *sessions.Session, set *data.Set) (*sweep.Plan, error) {
	var plans []*sweep.Plan
	for _, points := range s.Plans() {
		plan, err := sweep.PlanOf(set, s.Header.Data.Hash, points)
		if err != nil {
			return nil, s.Wrap(err)
		}
		plans = append(plans, plan)
	}
	return sweep.Join(plans...), nil
}

// Extend adds the points of plan that the session lacks, as a further plan, and
// computes them. The plan must be for the session's data.
func Extend(ctx context.Context, s *sessions.Session, set *data.Set, plan *sweep.Plan, o sweep.RunOptions, onRecord func(record.Record)) (*Execution, error) {
	s, plan, err := newPoints(s, set, plan)
	if err != nil {
		return nil, err
	}
	return execute(ctx, s, plan, task{command: "grow", set: set, run: o}, onRecord)
}

// newPoints returns the session as it is now, and the plan of the points that
// it lacks.
func newPoints(s *sessions.Session, set *data.Set, plan *sweep.Plan) (*sessions.Session, *sweep.Plan, error) {
	if plan.Data != s.Header.Data.Hash {
		return nil, nil, s.Wrap(fmt.Errorf("the new points are about other data: start a new session"))
	}
	if err := s.SameArithmetic(); err != nil {
		return nil, nil, err
	}
	s, err := latest(s)
	if err != nil {
		return nil, nil, err
	}
	if plan, err = sweep.PlanOf(set, plan.Data, s.Unplanned(plan.Entries)); err != nil {
		return nil, nil, s.Wrap(err)
	}
	return s, plan, nil
}

// execute opens a journal and starts to compute the points of the plan that the
// session lacks.
func execute(ctx context.Context, s *sessions.Session, plan *sweep.Plan, t task, onRecord func(record.Record)) (*Execution, error) {
	if !t.concurrent {
		if err := s.Processes().Free(s.State(), time.Now()); err != nil {
			return nil, err
		}
	}
	w, err := s.Writer(time.Now)
	if err != nil {
		return nil, err
	}
	e := &Execution{writer: w, done: make(chan struct{})}
	if t.share != nil {
		w.Task = &t.share.Task
	}
	grown, err := w.Claim(ctx, t.concurrent)
	if err == nil && grown {
		s, err = s.Reopen()
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	e.rounds.load(s, t.set)
	e.rounds.ctx, e.rounds.writer, e.rounds.options = ctx, w, t.run
	e.rounds.deciding, e.rounds.stop = context.WithCancel(ctx)
	e.rounds.driver, e.rounds.recalled, e.rounds.search = t.driver, t.driver, t.search
	e.rounds.share = t.share
	w.Watch(e.rounds.watched(onRecord))
	err = w.Command(t.command, t.data)
	if err == nil {
		err = w.AddPlan(plan.Entries)
	}
	if err == nil {
		err = e.rounds.start(plan)
	}
	if err != nil {
		e.rounds.stop()
		w.Close()
		return nil, err
	}
	go func() {
		defer close(e.done)
		defer e.rounds.stop()
		e.err = e.rounds.computePlans()
		if err := w.Close(); e.err == nil {
			e.err = err
		}
	}()
	return e, nil
}

// Session returns the session as it was when computing started.
func (e *Execution) Session() *sessions.Session { return e.rounds.session }

// Finished returns the session after computing has ended.
func (e *Execution) Finished() (*sessions.Session, error) {
	return e.rounds.session.ReopenAfter(e.writer)
}

// Pause pauses the sweep between stages.
func (e *Execution) Pause() { e.rounds.current().Pause() }

// Continue ends a pause.
func (e *Execution) Continue() { e.rounds.current().Continue() }

// Cancel ends the sweep. Finished points remain; [Resume] computes the others.
func (e *Execution) Cancel() { e.rounds.cancel() }

// Done returns a channel that is closed when the sweep has ended and its
// journal is closed.
func (e *Execution) Done() <-chan struct{} { return e.done }

// Wait waits until the sweep has ended and its journal is closed. It returns
// context.Canceled after cancellation, or the error that ended the sweep.
func (e *Execution) Wait() error {
	<-e.done
	return e.err
}

// absolute returns the options with absolute paths of files.
func absolute(o datasets.Options) (datasets.Options, error) {
	for _, list := range []*[]string{&o.Paths, &o.TestPaths} {
		paths := append([]string(nil), *list...)
		for i, p := range paths {
			if locate.Matches(sandbox.Disk{}, p) == nil {
				continue // a built-in set
			}
			abs, err := filepath.Abs(p)
			if err != nil {
				return o, err
			}
			paths[i] = abs
		}
		*list = paths
	}
	return o, nil
}
