package tasks

import (
	"context"
	"fmt"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/record"
)

// askEvery is how often a screen asks the controller.
const askEvery = 30 * time.Second

// slurm is the Slurm of this machine.
type slurm struct{ jobs.Slurm }

// Slurm is the Slurm of this machine, as a source.
func Slurm() Source { return &slurm{jobs.Slurm{Keep: askEvery}} }

func (s *slurm) Status(ctx context.Context, of *sessions.Session, st record.State) jobs.Overview {
	return jobs.Status(ctx, of, st, &s.Slurm, time.Now())
}

func (*slurm) Tail(path string) ([]string, error) { return jobs.Tail(path) }

// Submit submits what the session misses now.
func (s *slurm) Submit(ctx context.Context, of *sessions.Session) (string, error) {
	of, err := of.Reopen()
	if err != nil {
		return "", err
	}
	o, err := (jobs.Options{}).Complete(ctx, of)
	if err != nil {
		return "", err
	}
	var now jobs.Slurm // asks anew
	sub, err := jobs.Prepare(ctx, of, &now, o)
	if err == nil {
		err = sub.Submit(ctx, of, &now)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("queued as %s: tasks %s of %d", sub.ID, sub.Array, sub.Tasks), nil
}

// journals is what journals tell alone: nothing is asked or done.
type journals struct{}

// Journals is a source for those who must not reach beyond the session's record.
func Journals() Source { return journals{} }

func (journals) Status(ctx context.Context, of *sessions.Session, st record.State) jobs.Overview {
	return jobs.Status(ctx, of, st, nil, time.Now())
}

func (journals) Tail(string) ([]string, error)           { return nil, errHosted }
func (journals) Cancel(context.Context, ...string) error { return errHosted }

func (journals) Submit(context.Context, *sessions.Session) (string, error) { return "", errHosted }

var errHosted = fmt.Errorf("not over a server: Slurm is asked at the machine")
