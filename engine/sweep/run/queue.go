package run

import (
	"context"
	"errors"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// ErrEnded is returned by calls that need a run in progress when it has ended.
var ErrEnded = errors.New("the sweep has ended")

// task is a job and the stages that it shares with others of its plan.
type task struct {
	job    *sweep.Job
	shared *stages
}

// queue holds the jobs that no worker has started. It ends when it is empty and no job is in
// progress, or when the context ends.
type queue struct {
	mu     sync.Mutex
	change sync.Cond
	tasks  []task
	inHand int
	ended  bool
}

func (q *queue) init() { q.change.L = &q.mu }

// add inserts the jobs of a plan before those in the queue.
func (q *queue) add(jobs []*sweep.Job, what sharing) {
	shared := newStages(jobs, what)
	tasks := make([]task, 0, len(jobs)+len(q.tasks))
	for _, j := range jobs {
		tasks = append(tasks, task{j, shared})
	}
	q.tasks = append(tasks, q.tasks...)
}

// addWith calls publish and then adds the jobs. It returns ErrEnded if the queue has ended, or
// publish's error, without adding them.
func (q *queue) addWith(ctx context.Context, jobs []*sweep.Job, what sharing, publish func() error) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended || ctx.Err() != nil {
		return ErrEnded
	}
	if err := publish(); err != nil {
		return err
	}
	q.add(jobs, what)
	q.change.Broadcast()
	return nil
}

// next waits for a job and returns it; false if the queue has ended.
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

// finished marks a job in progress as done.
func (q *queue) finished() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.inHand--
	q.change.Broadcast()
}

// wake wakes the waiting workers, so that they notice the end of the context.
func (q *queue) wake() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.change.Broadcast()
}
