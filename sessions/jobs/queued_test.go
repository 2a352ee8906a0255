package jobs_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/share"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// noted returns what a new board with a given patience notes of a session.
func noted(s *sessions.Session, patience time.Duration) *list.Submitted {
	it := list.ItemAt(store.At(s.Dir))
	b := jobs.Board{Patience: patience, Keep: time.Hour}
	b.Note(store.At(s.Dir), &it)
	return it.Submitted
}

// The state of a queued sweep comes from its submission and from the queue, if
// that answers; nobody waits for a controller that does not.
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
	name := jobName(t, s)
	queue := func(states ...string) {
		text := ""
		for i, state := range states {
			text += fmt.Sprintf("42|%d|%s|None||0:00|%s|N/A\n", i+1, state, name)
		}
		f.says("squeue", "printf '"+text+"'")
	}
	queue("RUNNING", "PENDING", "FAILED")
	if got := noted(s, time.Minute); got == nil || !got.Queried || got.Running != 1 || got.Waiting != 1 || got.Broken != 1 || got.Job != "42" || got.Tasks != 3 {
		t.Errorf("three tasks are %+v", got)
	}
	queue("COMPLETED", "FAILED", "CANCELLED")
	if got := noted(s, time.Minute); got != nil {
		t.Errorf("all ended, and it is %+v", got)
	}
	f.says("squeue", "echo no controller >&2; exit 1")
	if got := noted(s, time.Minute); got == nil || got.Queried || got.Job != "42" || got.Since.IsZero() {
		t.Errorf("without a controller it is %+v", got)
	}
	f.says("squeue", "exec sleep 3")
	if got := noted(s, 0); got == nil || got.Queried {
		t.Errorf("before an answer it is %+v", got)
	}
	s = finish(t, s, s.Plan()[:1])
	f.says("squeue", "exit 1")
	it := list.ItemAt(store.At(s.Dir))
	it.Updated = it.Updated.Add(time.Minute) // the session was created with its submission
	(&jobs.Board{Patience: time.Minute}).Note(store.At(s.Dir), &it)
	if it.Submitted != nil {
		t.Errorf("the queue listed it after its submission, but it is %+v", it.Submitted)
	}
}

// A task that was cancelled while it waited is in no queue, and its points can
// be submitted.
func TestCancelledAsItWaited(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	f := newFake(t)
	o := options(t)
	o.Tasks = 2
	var slurm jobs.Slurm
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
	if got := jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()); got.Unclaimed != 0 || got.Tasks[1].State != "submitted" {
		t.Errorf("before the queue has it: %+v", got)
	}
	f.says("squeue", "printf '42|1|PENDING|Resources||0:00|"+jobName(t, s)+"|N/A\n'")
	if got := jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()); got.Unclaimed != got.Tasks[1].Points || got.Tasks[1].State != "not begun, not in the queue" {
		t.Errorf("without it: %+v", got)
	}
}

// A journal is newer than an answer of the queue from before the task began or,
// once it is done, from before it ended.
func TestJournalsAreNewer(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	f := newFake(t)
	o := options(t)
	o.Tasks = 2
	slurm := jobs.Slurm{Keep: time.Hour}
	sub, err := jobs.Prepare(t.Context(), s, &slurm, o)
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &slurm))
	name := jobName(t, s)
	f.says("squeue", "printf '42|1|PENDING|Resources||0:00|"+name+"|N/A\n42|2|PENDING|Resources||0:00|"+name+"|N/A\n'")
	told := func() (*list.Submitted, jobs.Task) {
		t.Helper()
		s, err = s.Reopen()
		must(t, err)
		return jobs.Submitted(t.Context(), s, s.State(), &slurm, time.Now()), jobs.Status(t.Context(), s, s.State(), &slurm, time.Now()).Tasks[0]
	}
	if q, task := told(); q == nil || q.Waiting != 2 || task.State != "queued" {
		t.Errorf("before: %+v, %+v", q, task)
	}
	// It begins so soon after the query that its journal, in whole milliseconds, has an
	// earlier time.
	w, err := s.Writer(func() time.Time { return slurm.QueriedAt().Add(1) })
	must(t, err)
	w.Task = &record.Task{I: 1, N: 2}
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	if q, task := told(); q == nil || q.Running != 1 || q.Waiting != 1 || task.State != "runs" {
		t.Errorf("as it has begun: %+v, %+v", q, task)
	}
	f.says("squeue", "printf '42|1|RUNNING|None|n1|0:10|"+name+"|N/A\n42|2|PENDING|Resources||0:00|"+name+"|N/A\n'")
	must(t, slurm.Cancel(t.Context(), "43")) // queries again
	told()
	d := s.Header.Data
	for i, e := range share.Of(s.Entries(0), share.Shape{Samples: d.N, Inputs: d.D}).Divide(2, false).Shares[0] {
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: sessiontest.SweptResult(i, e)}))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	if _, task := told(); task.Kind != jobs.Done {
		t.Errorf("as it has ended: %+v", task)
	}
}

// Free returns an error while tasks of a session wait or run. Without an answer
// of the queue, a submission counts as queued until a task writes.
func TestFreeOfTasks(t *testing.T) {
	s := planned(t, filepath.Join(t.TempDir(), "words.sfa"))
	f := newFake(t)
	free := func() error { return jobs.Free(t.Context(), s, &jobs.Slurm{}, time.Now()) }
	must(t, free())
	o := options(t)
	o.Tasks = 3
	sub, err := jobs.Prepare(t.Context(), s, &jobs.Slurm{}, o)
	must(t, err)
	must(t, sub.Submit(t.Context(), s, &jobs.Slurm{}))
	says := func(states ...string) {
		text := ""
		for i, state := range states {
			text += fmt.Sprintf("42|%d|%s|None||0:00|%s|N/A\n", i+1, state, jobName(t, s))
		}
		f.says("squeue", "printf '"+text+"'")
	}
	for words, states := range map[string][]string{
		"2 tasks of":         {"PENDING", "COMPLETED", "PENDING"},
		"wait and 1 run":     {"RUNNING", "FAILED", "CANCELLED"},
		"sfatui jobs --canc": {"PENDING"},
	} {
		says(states...)
		var awaited *jobs.AwaitedError
		if err := free(); !errors.As(err, &awaited) || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), "--force") {
			t.Errorf("%v: %v", states, err)
		}
	}
	says("COMPLETED", "FAILED", "CANCELLED")
	if err := free(); err != nil {
		t.Errorf("all have ended: %v", err)
	}
	f.says("squeue", "echo no controller >&2; exit 1")
	if err := free(); err == nil || !strings.Contains(err.Error(), "3 tasks of session") {
		t.Errorf("the queue does not answer: %v", err)
	}
}
