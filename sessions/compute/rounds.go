package compute

import (
	"context"
	"sync"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/sessions"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// rounds computes a plan, and then, while a driver adds more, plan after plan
// into the same journal: readers see one growing sweep.
type rounds struct {
	ctx context.Context
	// deciding also ends when the user cancels: for what is computed between and after plans.
	deciding context.Context
	stop     context.CancelFunc // ends deciding
	session  *sessions.Session  // as it was when computing started
	writer   *journal.Writer
	set      *data.Set
	options  sweep.RunOptions
	by       choose.By
	hash     string      // of the data
	end      sweep.Event // of the last plan; recorded when no plan follows
	widths   map[part.Point]float64
	share    *portion // nil for the whole sweep

	mu         sync.Mutex
	sphered    map[string]bool // keys of the points whose outputs are checked by second moments
	run        *run.Run
	driver     *advise.Driver // nil for none
	driverDone bool           // no driver is consulted any more

	search *search.Planner // nil if none continues; used only by next

	recalled *advise.Driver // the driver that has received the earlier rounds; used only by next

	folding sync.Mutex
	state   record.State
	history history
}

// watched returns a function that folds records into the state and passes them
// on.
func (r *rounds) watched(onRecord func(record.Record)) func(record.Record) {
	return func(rec record.Record) {
		r.fold(rec)
		if onRecord != nil {
			onRecord(rec)
		}
	}
}

func (r *rounds) fold(rec record.Record) {
	r.folding.Lock()
	defer r.folding.Unlock()
	r.history.addRecord(r.state, rec)
	r.state = record.Reduce(r.state, rec)
}

func (r *rounds) currentState() record.State {
	r.folding.Lock()
	defer r.folding.Unlock()
	return r.state
}

// Handle records an event, except the end of a plan, after which another may
// follow.
func (r *rounds) Handle(e sweep.Event) error {
	if e.Kind == sweep.Ended {
		r.end = e
		return nil
	}
	return r.writer.Handle(e)
}

// start starts to compute the unfinished points of a plan.
func (r *rounds) start(plan *sweep.Plan) error {
	o := r.options
	o.Done = map[string]bool{}
	for _, res := range r.currentState().Results {
		o.Done[res.Key] = true
	}
	o.Published = r.writer.TakeUp
	if r.share != nil {
		o.Done, o.Published = r.share.done, r.share.there
	}
	r.noteSphered(plan)
	run, err := run.Start(r.ctx, plan, r, o)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.run = run
	if r.deciding.Err() != nil {
		run.Cancel()
	}
	return nil
}

// computePlans computes plan after plan, and records the end.
func (r *rounds) computePlans() error {
	for {
		err := r.current().Wait()
		more := false
		if err == nil {
			more, err = r.next()
		}
		if more {
			continue
		}
		if err == nil {
			err = r.measureBest()
		}
		r.close()
		if r.end.Kind != "" {
			if failed := r.writer.Handle(r.end); err == nil {
				err = failed
			}
		}
		return err
	}
}

// next starts the next round; false if there is none.
func (r *rounds) next() (bool, error) {
	if r.search != nil && r.deciding.Err() == nil {
		if more, err := r.searchOn(); more || err != nil {
			return more, err
		}
	}
	r.mu.Lock()
	d := r.driver
	if d == nil || r.deciding.Err() != nil {
		r.driverDone = true
		r.mu.Unlock()
		return false, nil
	}
	r.mu.Unlock()
	r.replayRounds(r.deciding, d)
	st := r.currentState()
	a, more, why := d.Next(r.deciding, r.finishedSweep(st), st.Elapsed())
	if r.deciding.Err() != nil {
		return false, nil // cut short: the driver is not at its end
	}
	if more {
		plan, err := sweep.PlanOf(r.set, r.hash, a.Points)
		if err == nil {
			err = recordRound(r.writer, d, a, plan)
		}
		if err == nil {
			err = r.start(plan)
		}
		return err == nil, err
	}
	return false, recordEnd(r.writer, d, r.by.Objective, why)
}

func (r *rounds) sweepOf(st record.State) advise.Sweep {
	return advise.Sweep{Rows: choose.Summarize(st.Results), By: r.by, Missing: st.Total - len(st.Results), Width: r.width}
}

// finishedSweep returns the description of a finished sweep for a driver.
func (r *rounds) finishedSweep(st record.State) advise.Sweep {
	s := r.sweepOf(st)
	s.Missing = 0 // the user skipped the remaining points
	return s
}

// width returns σ₀ for a point, measured once for all points with the same
// inputs.
func (r *rounds) width(p part.Point) float64 {
	seen := sweep.InputsOf(p)
	w, ok := r.widths[seen]
	if !ok {
		w, _ = sweep.HeuristicWidth(r.set, p) // 0 if it is undefined
		if r.widths == nil {
			r.widths = map[part.Point]float64{}
		}
		r.widths[seen] = w
	}
	return w
}

func (r *rounds) current() *run.Run {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.run
}

func (r *rounds) cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stop()
	r.run.Cancel()
}

func (r *rounds) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.driverDone = true
}

func roundOf(d *advise.Driver, a advise.Advice) record.Round {
	return record.Round{Round: d.Rounds(), Kind: string(a.Kind), Text: a.Sentence(), Points: len(a.Points)}
}

func recordRound(w *journal.Writer, d *advise.Driver, a advise.Advice, plan *sweep.Plan) error {
	if err := w.Command("auto", roundOf(d, a)); err != nil {
		return err
	}
	return w.AddPlan(plan.Entries)
}

func recordEnd(w *journal.Writer, d *advise.Driver, objective, why string) error {
	if gain := d.Gain(objective); gain != "" {
		why = gain + "; " + why
	}
	return w.Record(record.KindAutoEnded, record.AutoEnd{Rounds: d.Rounds(), Points: d.Points(), Reason: why})
}

// load sets the session and folds its records.
func (r *rounds) load(s *sessions.Session, set *data.Set) {
	r.session, r.set, r.by, r.hash = s, set, s.By(), s.Header.Data.Hash
	for _, rec := range s.Records() {
		r.fold(rec)
	}
}

// replayRounds passes the earlier rounds to a driver, once.
func (r *rounds) replayRounds(ctx context.Context, d *advise.Driver) {
	if r.recalled == d {
		return
	}
	r.recalled = d
	r.folding.Lock()
	past := r.history.rounds
	r.folding.Unlock()
	for _, round := range past {
		d.Recall(ctx, r.finishedSweep(round.decidedIn), round.decidedIn.Elapsed(), round.Text, round.Points)
	}
}
