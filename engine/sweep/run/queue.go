package run

import (
	"context"
	"errors"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// ErrEnded is returned where something is asked of a run that has ended.
var ErrEnded = errors.New("the sweep has ended")

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

// add puts the jobs of a plan before those that are there.
func (q *queue) add(jobs []*sweep.Job, what sharing) {
	shared := newStages(jobs, what)
	tasks := make([]task, 0, len(jobs)+len(q.tasks))
	for _, j := range jobs {
		tasks = append(tasks, task{j, shared})
	}
	q.tasks = append(tasks, q.tasks...)
}

// addWith adds jobs after publish, unless the queue has ended.
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
