package tasks

import (
	"context"
	"fmt"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
)

// AskEvery is the interval at which a screen queries the controller.
const AskEvery = 30 * time.Second

// slurm is the Slurm of this machine.
type slurm struct{ jobs.Slurm }

// Slurm returns the Slurm of this machine as a source. Several screens may share it: the
// controller is queried once for all of them.
func Slurm() Source { return &slurm{jobs.Slurm{Keep: AskEvery}} }

// Status returns the tasks of a session.
func (s *slurm) Status(ctx context.Context, of *sessions.Session, st record.State) jobs.Overview {
	return jobs.Status(ctx, of, st, &s.Slurm, time.Now())
}

// Submitted returns the latest submission of a session, nil for none.
func (s *slurm) Submitted(ctx context.Context, of *sessions.Session, st record.State) *list.Submitted {
	return jobs.Submitted(ctx, of, st, &s.Slurm, time.Now())
}

// Tail returns the last lines of a task's log.
func (*slurm) Tail(of *sessions.Session, log string) ([]string, error) { return jobs.Tail(of, log) }

// Cancel cancels tasks.
func (s *slurm) Cancel(ctx context.Context, _ *sessions.Session, names ...string) error {
	return s.Slurm.Cancel(ctx, names...)
}

// Submit submits the missing points of a session.
func (s *slurm) Submit(ctx context.Context, of *sessions.Session) (string, error) {
	of, err := of.Reopen()
	if err != nil {
		return "", err
	}
	o, err := (jobs.Options{}).Complete(ctx, of)
	if err != nil {
		return "", err
	}
	var now jobs.Slurm // queries the queue again
	sub, err := jobs.Prepare(ctx, of, &now, o)
	if err == nil {
		err = sub.Submit(ctx, of, &now)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("queued as %s: tasks %s of %d", sub.ID, sub.Array, sub.Tasks), nil
}
