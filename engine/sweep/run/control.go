package run

import (
	"context"
	"slices"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// control is the state that the jobs of a run share: where they send events, the gate that
// pauses them, and the points to skip.
type control struct {
	ctx    context.Context
	cancel context.CancelFunc
	send   func(sweep.Event)
	gate   gate
	skips  skips

	done      map[string]bool
	published func(keys []string) []string // returns the points that another process has computed; nil if there is no other process
}

// stage waits while the run is paused and returns ctx's error; it is called between stages.
func (r *control) stage(ctx context.Context) error { return r.gate.wait(ctx) }

// unfinished returns the points of a job that neither this run nor another process has
// computed.
func (r *control) unfinished(j *sweep.Job) []sweep.Entry {
	var todo []sweep.Entry
	var keys []string
	for _, e := range j.Entries {
		if !r.done[e.Key] {
			todo, keys = append(todo, e), append(keys, e.Key)
		}
	}
	if r.published == nil || len(keys) == 0 {
		return todo
	}
	there := r.published(keys)
	return slices.DeleteFunc(todo, func(e sweep.Entry) bool { return slices.Contains(there, e.Key) })
}

// gate lets workers pass while it is open.
type gate struct {
	mu     sync.Mutex
	closed chan struct{} // nil when open
}

// shut closes the gate and reports whether it was open.
func (g *gate) shut() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed != nil {
		return false
	}
	g.closed = make(chan struct{})
	return true
}

// open opens the gate and reports whether it was shut.
func (g *gate) open() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed == nil {
		return false
	}
	close(g.closed)
	g.closed = nil
	return true
}

// wait blocks until the gate is open or ctx ends, and returns ctx.Err().
func (g *gate) wait(ctx context.Context) error {
	g.mu.Lock()
	closed := g.closed
	g.mu.Unlock()
	if closed != nil {
		select {
		case <-closed:
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// skips is the set of points to skip, and the jobs in progress that it may end.
type skips struct {
	mu   sync.Mutex
	keys map[string]bool
	jobs map[*activeJob]bool // in progress
}

// activeJob is a job in progress: the keys of its points to compute, and the function that
// cancels it.
type activeJob struct {
	remaining map[string]bool
	cancel    context.CancelFunc
}

// begin registers a job with the points todo and returns its context, which ends when skipping
// leaves the job without points to compute.
func (s *skips) begin(ctx context.Context, todo []sweep.Entry) (context.Context, *activeJob) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &activeJob{map[string]bool{}, cancel}
	for _, e := range todo {
		if !s.keys[e.Key] {
			w.remaining[e.Key] = true
		}
	}
	if s.jobs == nil {
		s.jobs = map[*activeJob]bool{}
	}
	s.jobs[w] = true
	if len(w.remaining) == 0 {
		cancel()
	}
	return ctx, w
}

// end cancels the job's context and unregisters the job.
func (s *skips) end(w *activeJob) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.cancel()
	delete(s.jobs, w)
}

// add adds points to the set and cancels the jobs without remaining points.
func (s *skips) add(keys []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil {
		s.keys = map[string]bool{}
	}
	for _, k := range keys {
		s.keys[k] = true
	}
	for w := range s.jobs {
		for _, k := range keys {
			delete(w.remaining, k)
		}
		if len(w.remaining) == 0 {
			w.cancel()
		}
	}
}

// pointDone removes an emitted point from the remaining points of its job.
func (s *skips) pointDone(w *activeJob, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(w.remaining, key)
}

// has reports whether the point with this key is skipped.
func (s *skips) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}
