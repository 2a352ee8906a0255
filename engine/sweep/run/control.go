package run

import (
	"context"
	"slices"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// control is what the jobs of a run have in common: they tell of what happens, wait at one
// gate, and leave points out.
type control struct {
	ctx    context.Context
	cancel context.CancelFunc
	tell   func(sweep.Event)
	gate   gate
	skips  skips

	done      map[string]bool
	published func(keys []string) []string // nil where nobody else computes
}

// left are the points of a job that nobody has computed yet.
func (r *control) left(j *sweep.Job) []sweep.Entry {
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

// gate lets workers through unless it is shut.
type gate struct {
	mu     sync.Mutex
	closed chan struct{} // nil when open
}

func (g *gate) shut() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed != nil {
		return false
	}
	g.closed = make(chan struct{})
	return true
}

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

// wait returns when the gate is open, or with the context's error.
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

// skips are the points that are not to be computed any more.
type skips struct {
	mu   sync.Mutex
	keys map[string]bool
	jobs map[*underWay]bool // in hand
}

// underWay is what is left of a job in hand.
type underWay struct {
	left   map[string]bool
	cancel context.CancelFunc
}

// enter gives a job with points to do a context that ends when all of them are
// skipped.
func (s *skips) enter(ctx context.Context, todo []sweep.Entry) (context.Context, *underWay) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &underWay{map[string]bool{}, cancel}
	for _, e := range todo {
		if !s.keys[e.Key] {
			w.left[e.Key] = true
		}
	}
	if s.jobs == nil {
		s.jobs = map[*underWay]bool{}
	}
	s.jobs[w] = true
	if len(w.left) == 0 {
		cancel()
	}
	return ctx, w
}

// leave ends what enter began.
func (s *skips) leave(w *underWay) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.cancel()
	delete(s.jobs, w)
}

// add skips points.
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
			delete(w.left, k)
		}
		if len(w.left) == 0 {
			w.cancel()
		}
	}
}

// finished says that a point of a job in hand was emitted.
func (s *skips) finished(w *underWay, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(w.left, key)
}

func (s *skips) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}
