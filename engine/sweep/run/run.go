package run

import (
	"context"
	"fmt"
	"sync"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// Run is a sweep that is being computed: it can be paused, added to, cancelled
// as a whole or point by point, and waited for.
type Run struct {
	control
	teller  *teller
	queue   queue
	workers int
	memory  int64
	done    chan struct{}
	cut     error // of the context, set before done is closed
}

// Start begins to compute the points of p that are not done yet. It returns when the sink
// knows that. Events go to sink one at a time, from one goroutine that the workers do not
// wait for unless it is far behind. It fails where the plan does not fit into the memory.
func Start(ctx context.Context, p *sweep.Plan, sink sweep.Sink, o sweep.RunOptions) (*Run, error) {
	workers, shared := o.WorkerCount(), sharing{distances: true}
	if o.Memory > 0 {
		mem, err := p.Memory(workers, o.Memory)
		if err != nil {
			return nil, err
		}
		workers, shared = mem.Workers, sharing{distances: mem.Distances > 0, held: mem.Held}
	}
	r := &Run{control: control{done: o.Done, published: o.Published}, workers: workers, memory: o.Memory, done: make(chan struct{})}
	r.ctx, r.cancel = context.WithCancel(ctx)
	r.teller = newTeller(sink, r.cancel, o.Usage)
	r.tell = r.teller.tell
	var todo []*sweep.Job
	total := 0
	for _, j := range p.Jobs {
		if left := j.Left(o.Done); left > 0 {
			todo = append(todo, j)
			total += left
		}
	}
	shared.garbage = holdsMuch(p, workers)
	r.queue.init()
	r.queue.add(todo, shared)
	r.teller.tellNow(sweep.Event{Kind: sweep.Started, Total: total})
	go r.work()
	return r, nil
}

// Add takes up a further plan, before what is left of those that are there. It
// calls publish once it is certain that the points will be computed, and fails
// with publish's error, with [ErrEnded], or where the plan does not fit into the
// memory beside what runs.
func (r *Run) Add(p *sweep.Plan, publish func() error) error {
	shared := sharing{distances: true}
	if r.memory > 0 {
		mem, err := p.Memory(r.workers, r.memory)
		if err != nil {
			return err
		}
		need := mem.Set + int64(r.workers)*mem.Job
		shared = sharing{distances: need+mem.Distances <= r.memory, held: mem.Held}
		if need > r.memory {
			return fmt.Errorf("the new points need about %s with %d at once and may use %s: wait for what runs, then start them", sweep.FormatBytes(need), r.workers, sweep.FormatBytes(r.memory))
		}
	}
	shared.garbage = holdsMuch(p, r.workers)
	return r.queue.addWith(r.ctx, p.Jobs, shared, publish)
}

// Skip takes points off the run: what is being computed for them alone stops
// within a second, and no event tells of them. A point that is finished stays.
func (r *Run) Skip(keys []string) { r.skips.add(keys) }

// work lets the workers have the jobs, in order, and waits for them.
func (r *Run) work() {
	defer close(r.done)
	defer r.cancel()
	stop := context.AfterFunc(r.ctx, r.queue.wake)
	defer stop()
	var often sync.Once
	undo := func() {}
	defer func() { undo() }()
	var wg sync.WaitGroup
	for range r.workers {
		wg.Go(func() {
			var spare workspace
			for t, ok := r.queue.next(r.ctx); ok; t, ok = r.queue.next(r.ctx) {
				if t.shared.garbage {
					often.Do(func() { undo = collectMoreOften() })
				}
				runJob(&r.control, t.job, t.shared, &spare)
				r.queue.finished()
			}
		})
	}
	wg.Wait()
	r.teller.settle() // it may cancel the run at the last point
	reason := "done"
	if r.cut = r.ctx.Err(); r.cut != nil {
		reason = "cancelled"
	}
	r.tell(sweep.Event{Kind: sweep.Ended, Reason: reason})
	<-r.teller.told
}

// Cancel ends the run: no further point is begun, and stages in hand stop
// within a second. Wait for it.
func (r *Run) Cancel() { r.cancel() }

// Pause holds the run between stages; what is in hand is finished first.
func (r *Run) Pause() {
	if r.ctx.Err() == nil && r.gate.shut() {
		r.tell(sweep.Event{Kind: sweep.Paused})
	}
}

// Continue ends a pause.
func (r *Run) Continue() {
	if r.gate.open() && r.ctx.Err() == nil {
		r.tell(sweep.Event{Kind: sweep.Continued})
	}
}

// Done is closed when nothing of the run is left.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait returns when nothing of the run is left: nil when every point was
// computed (some may have failed, each with its error), context.Canceled when
// it was cancelled, or the sink's error.
func (r *Run) Wait() error {
	<-r.done
	if r.teller.err != nil {
		return r.teller.err
	}
	return r.cut
}

// All computes a sweep over a set and gives the results of its points, in the order of
// the plan. A point that fails has its error in its result. Use [Start] to see points as
// they are finished, or to bound memory and workers.
func All(ctx context.Context, set *data.Set, spec sweep.Spec) ([]*result.Result, error) {
	plan, err := NewPlan(ctx, set, set.Hash(), spec, sweep.RunOptions{})
	if err != nil {
		return nil, err
	}
	done := finished{}
	r, err := Start(ctx, plan, done, sweep.RunOptions{})
	if err != nil {
		return nil, err
	}
	if err := r.Wait(); err != nil {
		return nil, err
	}
	var out []*result.Result
	for _, e := range plan.Entries {
		out = append(out, done[e.Key])
	}
	return out, nil
}

// finished holds the results of points by their keys.
type finished map[string]*result.Result

func (f finished) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		f[e.Result.Key] = e.Result
	}
	return nil
}
