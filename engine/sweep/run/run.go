package run

import (
	"context"
	"fmt"
	"sync"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// Run is a sweep in progress. It can be paused, extended, cancelled as a whole or point by
// point, and waited for.
type Run struct {
	control
	sink    *sinkQueue
	queue   queue
	workers int
	memory  int64
	done    chan struct{}
	cut     error // the context's error, set before done is closed
}

// Start begins to compute the points of p that are not done yet, and returns when the sink has
// handled the Started event. Events go to sink one at a time from one goroutine; workers wait
// for it only when the queue of events is full. It fails if the plan does not fit into the
// memory.
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
	r.sink = newSinkQueue(sink, r.cancel, o.Usage)
	r.send = r.sink.send
	var todo []*sweep.Job
	total := 0
	for _, j := range p.Jobs {
		if left := j.Remaining(o.Done); left > 0 {
			todo = append(todo, j)
			total += left
		}
	}
	shared.collectOften = isLargePlan(p, workers)
	r.queue.init()
	r.queue.add(todo, shared)
	r.sink.sendAndWait(sweep.Event{Kind: sweep.Started, Total: total})
	go r.work()
	return r, nil
}

// Add adds the jobs of a further plan before the waiting ones. It calls publish once it is
// certain that the points will be computed. It fails with publish's error, with [ErrEnded], or
// if the plan does not fit into the memory beside the jobs in progress.
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
	shared.collectOften = isLargePlan(p, r.workers)
	return r.queue.addWith(r.ctx, p.Jobs, shared, publish)
}

// Skip removes points from the run. A computation for these points alone stops within a second,
// and no event is sent for them. A finished point is not affected.
func (r *Run) Skip(keys []string) { r.skips.add(keys) }

// work computes the jobs with the run's workers, waits for them, and sends the Ended event.
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
				if t.shared.collectOften {
					often.Do(func() { undo = lowerGCPercent() })
				}
				runJob(&r.control, t.job, t.shared, &spare)
				r.queue.finished()
			}
		})
	}
	wg.Wait()
	r.sink.flush() // the sink may cancel the run at the last point
	reason := "done"
	if r.cut = r.ctx.Err(); r.cut != nil {
		reason = "cancelled"
	}
	r.send(sweep.Event{Kind: sweep.Ended, Reason: reason})
	<-r.sink.drained
}

// Cancel ends the run: no further point is begun, and stages in progress stop within a second.
// Use [Run.Wait] to wait for this.
func (r *Run) Cancel() { r.cancel() }

// Pause pauses the run; each worker finishes its current stage first.
func (r *Run) Pause() {
	if r.ctx.Err() == nil && r.gate.shut() {
		r.send(sweep.Event{Kind: sweep.Paused})
	}
}

// Continue ends a pause.
func (r *Run) Continue() {
	if r.gate.open() && r.ctx.Err() == nil {
		r.send(sweep.Event{Kind: sweep.Continued})
	}
}

// Done returns a channel that is closed when the run has ended and all its workers have
// stopped.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait waits for the end of the run. It returns nil if every point was computed (a failed point
// has its error in its result), context.Canceled if the run was cancelled, or the sink's error.
func (r *Run) Wait() error {
	<-r.done
	if r.sink.err != nil {
		return r.sink.err
	}
	return r.cut
}

// resultsByKey is a sink that stores the results of points by their keys.
type resultsByKey map[string]*result.Result

func (f resultsByKey) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		f[e.Result.Key] = e.Result
	}
	return nil
}
