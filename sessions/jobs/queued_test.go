package jobs_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/store"
)

// noted is what a new board with some patience notes of a session.
func noted(s *sessions.Session, patience time.Duration) *sessions.Submitted {
	it := sessions.ItemAt(store.At(s.Dir))
	b := jobs.Board{Patience: patience, Keep: time.Hour}
	b.Note(store.At(s.Dir), &it)
	return it.Submitted
}

// A sweep that is only queued is told of by its submission and by the queue, as far as that
// answers; nobody waits for a controller that does not.
func TestBoard(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	f := newFake(t)
	if got := noted(s, time.Minute); got != nil {
		t.Errorf("nothing was submitted: %+v", got)
	}
	o := options(t)
	o.Tasks = 3
	submit := func() {
		t.Helper()
		var slurm jobs.Slurm
		sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
		must(t, err)
		must(t, sub.Submit(t.Context(), s, &slurm))
	}
	submit()
	name := jobs.JobName(s, 1)
	queue := func(states ...string) {
		text := ""
		for i, state := range states {
			text += fmt.Sprintf("42|%d|%s|None||0:00|%s|N/A\n", i+1, state, name)
		}
		f.says("squeue", "printf '"+text+"'")
	}
	queue("RUNNING", "PENDING", "FAILED")
	if got := noted(s, time.Minute); got == nil || !got.Known || got.Running != 1 || got.Waiting != 1 || got.Broken != 1 || got.Job != "42" || got.Tasks != 3 {
		t.Errorf("three tasks are %+v", got)
	}
	queue("COMPLETED", "FAILED", "CANCELLED")
	if got := noted(s, time.Minute); got != nil {
		t.Errorf("all ended, and it is %+v", got)
	}
	f.says("squeue", "echo no controller >&2; exit 1")
	if got := noted(s, time.Minute); got == nil || got.Known || got.Job != "42" || got.Since.IsZero() {
		t.Errorf("without a controller it is %+v", got)
	}
	f.says("squeue", "exec sleep 3")
	if got := noted(s, 0); got == nil || got.Known {
		t.Errorf("before an answer it is %+v", got)
	}
	s = finish(t, s, s.Plan()[:1])
	f.says("squeue", "exit 1")
	it := sessions.ItemAt(store.At(s.Dir))
	it.Heard = it.Heard.Add(time.Minute) // the session began with its submission
	(&jobs.Board{Patience: time.Minute}).Note(store.At(s.Dir), &it)
	if it.Submitted != nil {
		t.Errorf("it was heard of after it was submitted, and is %+v", it.Submitted)
	}
}
