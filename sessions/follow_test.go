package sessions

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

const often = time.Millisecond

// TestFollow verifies that followers that start at any time receive all records of the
// session, and that readers report no damage while it is written.
func TestFollow(t *testing.T) {
	s := newSession(t, 12)
	recordPoints(t, s, s.Plan()[:2], "")
	s = reopen(t, s)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	states := make(chan record.State, 3)
	follow := func() {
		var st record.State
		err := s.Follow(ctx, often, func(r record.Record) error {
			st = record.Reduce(st, r)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		states <- st
	}
	go follow()
	w, err := s.Writer(time.Now) // it is seen to live
	must(t, err)
	t.Cleanup(func() { w.Close() })
	must(t, w.Handle(event(sweep.Started)))
	for i, e := range s.Plan()[2:] {
		if i == 5 {
			go follow()
		}
		must(t, w.Handle(sessiontest.Done(e)))
		if d := reopen(t, s).Damage(); len(d) != 0 {
			t.Fatalf("read while it is written: %v", d)
		}
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	go follow()
	want := reopen(t, s).State()
	for range 3 {
		st := <-states
		if st.Status != record.Done || st.Total != 12 || st.Progress() != 1 || len(st.Results) != 12 {
			t.Errorf("followed: %+v", st)
		}
		for _, r := range st.Results {
			// The order and the computing time may differ for a point that was read before
			// its journal line.
			got, _ := want.Result(r.Key)
			own := *r // followers share r
			own.Seconds = got.Seconds
			if string(jsonOf(t, &own)) != string(jsonOf(t, got)) {
				t.Errorf("followed %+v, not %+v", r, got)
			}
		}
	}
}

// TestFollowWaitsForLine verifies that a point published before its journal line is
// followed once, as its writer records it.
func TestFollowWaitsForLine(t *testing.T) {
	s := newSession(t, 2)
	w, err := s.Writer(time.Now) // it is seen to live
	must(t, err)
	must(t, w.Handle(event(sweep.Started)))
	unrecorded := s.Plan()[0]
	sessiontest.PublishUnrecorded(t, s.Dir, sessiontest.Result(unrecorded, 3))

	seen, ended := make(chan record.Record, 100), make(chan error, 1)
	follower := reopen(t, s)
	go func() {
		defer close(seen)
		ended <- follower.Follow(t.Context(), often, func(r record.Record) error {
			seen <- r
			return nil
		})
	}()
	results := 0
	until := func(kind string) {
		for r := range seen {
			if r.Result != nil {
				results++
			}
			if r.Kind == kind {
				return
			}
		}
	}
	until(string(sweep.Started))
	for range 2 {
		must(t, w.Command("pause", nil))
		until(record.KindCommand + "pause")
	}
	if results != 0 {
		t.Errorf("%d results before their line", results)
	}
	must(t, w.Handle(sessiontest.Done(unrecorded)))
	must(t, w.Handle(sessiontest.Done(s.Plan()[1])))
	must(t, w.Handle(event(sweep.Ended)))
	must(t, w.Close())
	until("nothing")
	must(t, <-ended)
	if results != 2 {
		t.Errorf("%d results of 2 points", results)
	}
}

func TestFollowEnds(t *testing.T) {
	s := newSession(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	err := s.Follow(ctx, often, func(record.Record) error {
		seen++
		time.AfterFunc(5*often, cancel)
		return nil
	})
	if !errors.Is(err, context.Canceled) || seen != 1 {
		t.Errorf("without a writer: %v after %d records", err, seen)
	}
	full := errors.New("full")
	if err := s.Follow(t.Context(), often, func(record.Record) error { return full }); err != full {
		t.Errorf("the error of the function: %v", err)
	}
	must(t, os.RemoveAll(s.Dir))
	if err := s.Follow(t.Context(), often, nil); err == nil {
		t.Error("no session was followed")
	}
}

// TestFollowEmitsUnrecordedPointsOnce verifies that a point without a journal line is
// followed once, after its writer has had time to record it.
func TestFollowEmitsUnrecordedPointsOnce(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan()[:1], "")
	for _, e := range s.Plan()[1:] {
		sessiontest.PublishUnrecorded(t, s.Dir, sessiontest.Result(e, 0))
	}
	// s was read before, so its writer does not record them on its own.
	w, err := s.Writer(sessiontest.Clock(born.Add(time.Second), time.Millisecond))
	must(t, err)
	defer w.Close()
	must(t, w.Handle(event(sweep.Started)))
	var keys []string
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	err = s.Follow(ctx, often, func(r record.Record) error {
		if r.Result == nil {
			return nil
		}
		keys = append(keys, r.Result.Key)
		switch len(keys) {
		case 1:
			return w.Handle(sessiontest.Done(s.Plan()[1]))
		case 3:
			return w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"})
		}
		return nil
	})
	must(t, err)
	if want := []string{s.Plan()[0].Key, s.Plan()[1].Key, s.Plan()[2].Key}; !slices.Equal(keys, want) {
		t.Errorf("keys %v", keys)
	}
}

// TestFollowWaitsForTasks verifies that Follow waits for queued tasks and after the end of
// a share. It ends after a long silence if no task is queued.
func TestFollowWaitsForTasks(t *testing.T) {
	s := newSession(t, 4)
	w, err := s.Writer(sessiontest.Clock(born.Add(time.Second), time.Millisecond))
	must(t, err)
	w.Task = &record.Task{I: 1, N: 2}
	must(t, w.Handle(event(sweep.Started)))
	for _, e := range s.Plan()[:2] {
		must(t, w.Handle(sessiontest.Done(e)))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	s = reopen(t, s)
	waits := func(context.Context) bool { return true }
	st := s.State()
	for _, c := range []struct {
		quiet  time.Duration
		queued func(context.Context) bool
		over   bool
	}{
		{time.Second, nil, false},
		{2 * record.LostAfter, nil, true},
		{2 * record.LostAfter, waits, false},
		{2 * record.LostAfter, func(context.Context) bool { return false }, true},
	} {
		s.Queued = c.queued
		if got := isOver(t, s, st, lastOf(s, st).Add(c.quiet)); got != c.over {
			t.Errorf("quiet for %s, asked %t: over is %t", c.quiet, c.queued != nil, got)
		}
	}
	// A stopped run ends the sweep unless the remainder was submitted.
	must(t, begin(t, s, s.Plan()[2:3], "cancelled").Close())
	s = reopen(t, s)
	st = s.State()
	for _, s.Queued = range []func(context.Context) bool{nil, waits} {
		if got := isOver(t, s, st, lastOf(s, st)); got != (s.Queued == nil) {
			t.Errorf("a run was stopped, tasks queued %t: over is %t", s.Queued != nil, got)
		}
	}
	// The plan decides, not the task that ends last.
	must(t, begin(t, s, s.Plan()[2:], "done").Close())
	if st = reopen(t, s).State(); !isOver(t, s, st, lastOf(s, st)) {
		t.Error("every point is there, and following goes on")
	}
}

// lastOf returns the time of the last record in a state of a session.
func lastOf(s *Session, st record.State) time.Time {
	return s.Header.Created.Add(time.Duration(st.Last) * time.Millisecond)
}

// standing returns the status of a session and the host that computes it, after a state.
func standing(s *Session, st record.State) (record.Status, string) {
	return journal.Standing(st.Status, s.IsComplete(), s.Processes().Computing(st, time.Now()))
}

// isOver reports whether following a session is over in a state of it.
func isOver(t *testing.T, s *Session, st record.State, now time.Time) bool {
	t.Helper()
	f := follower{journal.NewTail(s.Contents, s.Header.Origin(), false), s.Queued}
	return f.isOver(t.Context(), st, now)
}

// TestStandingFollowsPlan verifies that the plan decides whether a sweep is done. A fork of
// a finished session, and a session whose writer died after its last point, are done.
func TestStandingFollowsPlan(t *testing.T) {
	whole := newSession(t, 3)
	must(t, begin(t, whole, whole.Plan(), "done").Close())
	fork, err := reopen(t, whole).Fork(store.At(t.TempDir() + "/fork.sfa"))
	must(t, err)
	died := newSession(t, 3)
	begin(t, died, died.Plan(), "") // a dead writer: its clock is earlier than this process
	for name, s := range map[string]*Session{"a fork": fork, "without an end": died} {
		s = reopen(t, s)
		if status, host := standing(s, s.State()); status != record.Done || host != "" {
			t.Errorf("%s is %s on %q", name, status, host)
		}
		must(t, s.Follow(t.Context(), often, func(record.Record) error { return nil }))
	}
	part := newSession(t, 3)
	must(t, begin(t, part, part.Plan()[:2], "done").Close())
	if status, _ := standing(reopen(t, part), reopen(t, part).State()); status != record.Interrupted {
		t.Errorf("with a point missing it is %s", status)
	}
}
