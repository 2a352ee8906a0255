package compute

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
)

// planned returns a planned session without results, and the points of the same
// sweep computed in one process.
func planned(t *testing.T) (*sessions.Session, map[string]string) {
	t.Helper()
	b := beginning(t, nil)
	whole := b
	whole.Dir += ".whole"
	e, err := Start(t.Context(), whole)
	check(t, err)
	check(t, e.Wait())
	s, err := Create(b)
	check(t, err)
	return s, pointsIn(t, e.Session())
}

// runTask computes share i of n of a session, and reports whether any of it was
// missing.
func runTask(t *testing.T, s *sessions.Session, i, n int, onRecord func(record.Record)) *Execution {
	t.Helper()
	p, err := sessions.OpenPlanned(s.Dir)
	check(t, err)
	e, err := Task(t.Context(), p, Share{Task: record.Task{I: i, N: n}}, sweep.RunOptions{Workers: 1}, onRecord)
	check(t, err)
	return e
}

// Tasks that do not communicate compute the points of one process, each once,
// in any order, and the sweep is complete when the last of them is.
func TestTasksGiveTheSamePoints(t *testing.T) {
	s, want := planned(t)
	const n = 3
	for at, i := range []int{2, 3, 1} {
		e := runTask(t, s, i, n, nil)
		if e == nil {
			t.Fatalf("nothing of share %d misses", i)
		}
		check(t, e.Wait())
		now := reopened(t, s)
		st := now.State()
		status, _ := journal.Standing(st.Status, now.IsComplete(), now.Processes().Computing(st, time.Now()))
		if done := at == n-1; done != (status == record.Done) || done != (st.Status == record.Done) || st.Ended() || done != st.Complete() {
			t.Errorf("after %d of %d tasks: %s, the records say %s", at+1, n, status, st.Status)
		}
		if tasks := list.ItemAt(store.At(now.Dir)).Tasks; tasks != (list.TaskCount{Of: n}) || len(st.Tasks()) != at+1 {
			t.Errorf("after %d of %d tasks: %+v", at+1, n, tasks)
		}
	}
	if got := pointsIn(t, s); !maps.Equal(got, want) {
		t.Errorf("%d points, of one process %d, or others", len(got), len(want))
	}
	lines := 0
	for _, r := range reopened(t, s).Records() {
		if r.Kind == string(sweep.PointDone) {
			lines++
		}
	}
	if lines != len(want) {
		t.Errorf("%d lines of %d points", lines, len(want))
	}
	report, err := sessions.Check(s.Dir)
	check(t, err)
	if len(report.Damage) != 0 || report.Duplicated != 0 || report.Tasks != n || report.StartedTasks != n {
		t.Errorf("%+v", report)
	}
	for i := 1; i <= n; i++ {
		if runTask(t, s, i, n, nil) != nil {
			t.Errorf("task %d finds something to do", i)
		}
	}
}

// A task that is stopped and started again computes the missing points of its
// share; a twin of it drops the points that it finds published.
func TestTaskIsBegunAnew(t *testing.T) {
	s, want := planned(t)
	started := make(chan *Execution, 1)
	var once sync.Once
	e := runTask(t, s, 1, 1, func(r record.Record) {
		if r.Kind == string(sweep.PointDone) { // the other points wait in the queue of events
			once.Do(func() { (<-started).Cancel() })
		}
	})
	started <- e
	if err := e.Wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("told to stop: %v", err)
	}
	release := holdFits(t)
	one, two := runTask(t, s, 1, 1, nil), runTask(t, s, 1, 1, nil)
	release()
	check(t, one.Wait())
	check(t, two.Wait())
	if got := pointsIn(t, s); !maps.Equal(got, want) {
		t.Errorf("%d points, of one process %d, or others", len(got), len(want))
	}
	if damage := reopened(t, s).Damage(); len(damage) != 0 {
		t.Errorf("damage %v", damage)
	}
}

// A request that a task does not allow is refused before anything is written.
func TestTaskIsRefused(t *testing.T) {
	s, _ := planned(t)
	p, err := sessions.OpenPlanned(s.Dir)
	check(t, err)
	p.Session.Header.KernelPath = "abacus-amd64"
	p.Session.Header.Data.Options.Paths = []string{"/nowhere"} // not opened
	_, err = Task(t.Context(), p, Share{Task: record.Task{I: 1, N: 2}}, sweep.RunOptions{}, nil)
	var arithmetic *sessions.ArithmeticError
	if !errors.As(err, &arithmetic) || !strings.Contains(err.Error(), "abacus") {
		t.Errorf("other kernels: %v", err)
	}
	if _, err := Task(t.Context(), p, Share{Task: record.Task{I: 3, N: 2}}, sweep.RunOptions{}, nil); err == nil {
		t.Error("there is a share 3 of 2")
	}
	if n := journal.Count(s.Files()); n != 0 {
		t.Errorf("%d journals", n)
	}
}
