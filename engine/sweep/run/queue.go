package run

import (
	"context"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// task is a job with the stages that it shares with others of its plan.
type task struct {
	job    *sweep.Job
	shared *stages
}

// queue holds the jobs that no worker has taken up yet. It ends when it is
// empty and no job is in hand, or when the context ends.
type queue struct {
	mu     sync.Mutex
	change sync.Cond
	tasks  []task
	inHand int
	ended  bool
}

func (q *queue) init() { q.change.L = &q.mu }

// add puts the jobs of a plan, which may share distances, before those that are
// there.
func (q *queue) add(jobs []*sweep.Job, shareDistances bool) {
	shared := newStages(jobs, shareDistances)
	tasks := make([]task, 0, len(jobs)+len(q.tasks))
	for _, j := range jobs {
		tasks = append(tasks, task{j, shared})
	}
	q.tasks = append(tasks, q.tasks...)
}

// addWith adds jobs after publish, unless the queue has ended.
func (q *queue) addWith(ctx context.Context, jobs []*sweep.Job, shareDistances bool, publish func() error) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended || ctx.Err() != nil {
		return ErrEnded
	}
	if err := publish(); err != nil {
		return err
	}
	q.add(jobs, shareDistances)
	q.change.Broadcast()
	return nil
}

// next waits for a job; false says that there will be none.
func (q *queue) next(ctx context.Context) (task, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.tasks) == 0 && q.inHand > 0 && ctx.Err() == nil {
		q.change.Wait()
	}
	if len(q.tasks) == 0 || ctx.Err() != nil {
		q.ended = true
		q.change.Broadcast()
		return task{}, false
	}
	t := q.tasks[0]
	q.tasks = q.tasks[1:]
	q.inHand++
	return t, true
}

// finished says that a job in hand is done.
func (q *queue) finished() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.inHand--
	q.change.Broadcast()
}

// wake lets those who wait see that the context has ended.
func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.change.Broadcast()
}

// skips are the points that are not to be computed any more.
type skips struct {
	mu   sync.Mutex
	keys map[string]bool
	at   map[*computation]*underWay
}

// underWay is what is left of a job in hand.
type underWay struct {
	left   map[string]bool
	cancel context.CancelFunc
}

// enter gives a computation a context that ends when all of its points are
// skipped.
func (s *skips) enter(ctx context.Context, c *computation) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &underWay{map[string]bool{}, cancel}
	for _, e := range c.todo {
		if !s.keys[e.Key] {
			w.left[e.Key] = true
		}
	}
	if s.at == nil {
		s.at = map[*computation]*underWay{}
	}
	s.at[c] = w
	if len(w.left) == 0 {
		cancel()
	}
	return ctx
}

// leave ends what enter began.
func (s *skips) leave(c *computation) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at[c].cancel()
	delete(s.at, c)
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
	for _, w := range s.at {
		for _, k := range keys {
			delete(w.left, k)
		}
		if len(w.left) == 0 {
			w.cancel()
		}
	}
}

// finished says that a point of a computation was emitted.
func (s *skips) finished(c *computation, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.at[c]; w != nil {
		delete(w.left, key)
	}
}

func (s *skips) has(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.keys[key]
}
