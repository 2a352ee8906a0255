package journal

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
)

// TestWatchedRecordsAreReplayed verifies that the records passed to Watch equal those read
// later.
func TestWatchedRecordsAreReplayed(t *testing.T) {
	s := newSession(t, 4)
	recordPoints(t, s, s.Plan()[:1], "cancelled")
	s = reopen(t, s)
	w := newWriter(t, s)
	before := s.Records()
	live := s.State()
	var told []record.Record
	w.Watch(func(r record.Record) {
		told = append(told, r)
		live = record.Reduce(live, r)
	})
	must(t, w.Command("resume", map[string]string{"why": "test"}))
	must(t, w.Handle(event(sweep.Started)))
	for _, e := range s.Plan()[1:] {
		must(t, w.Handle(sessiontest.Done(e)))
	}
	must(t, w.Handle(event(sweep.Paused)))
	must(t, w.Handle(event(sweep.Continued)))
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	s = reopen(t, s)
	after := s.Records()
	if got, want := fmt.Sprint(kinds(append(before, told...))), fmt.Sprint(kinds(after)); got != want {
		t.Errorf("told  %s\nread  %s", got, want)
	}
	// Compared as text, because NaN is unequal to itself.
	if got, want := jsonOf(t, live), jsonOf(t, s.State()); string(got) != string(want) || live.Elapsed() != s.State().Elapsed() {
		t.Errorf("live %s\nread %s", got, want)
	}
}

// TestClockBehind verifies that the records of a writer whose clock is behind follow the
// existing records.
func TestClockBehind(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan()[:1], "cancelled")
	s = reopen(t, s)
	w, err := s.Writer(sessiontest.Clock(born.Add(-time.Hour), 0))
	must(t, err)
	must(t, w.Handle(sessiontest.Done(s.Plan()[1])))
	must(t, w.Close())
	rs := reopen(t, s).Records()
	if last := rs[len(rs)-1]; last.Kind != record.KindClosed || last.Writer != w.id {
		t.Errorf("the last record is %+v", last)
	}
}

func TestDiskFull(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("this system has no /dev/full: %v", err)
	}
	s := newSession(t, 2)
	w := newWriter(t, s)
	must(t, w.Handle(event(sweep.Started)))
	must(t, w.file.Close())
	w.file = full
	if err := w.Handle(sessiontest.Done(s.Plan()[0])); err == nil || !strings.Contains(err.Error(), "no space") {
		t.Errorf("a full disk: %v", err)
	}
	if err := w.Handle(sessiontest.Done(s.Plan()[1])); err == nil {
		t.Error("the writer went on")
	}
	if err := w.Close(); err == nil {
		t.Error("Close was silent")
	}
	s = reopen(t, s)
	if len(s.Missing()) != 1 || len(s.State().Results) != 1 || len(s.Damage()) != 0 {
		t.Errorf("missing %v, damage %v", s.Missing(), s.Damage())
	}
}

func TestWriterRefuses(t *testing.T) {
	s := newSession(t, 1)
	w := newWriter(t, s)
	if err := w.Command("edit", func() {}); err == nil {
		t.Error("data that has no JSON was written")
	}
	if err := w.Command("edit", strings.Repeat("x", jsonl.MaxLine)); err == nil {
		t.Error("too long a record was written")
	}
	if err := w.Handle(sweep.Event{Kind: sweep.PointDone, Result: &result.Result{Key: "../x"}}); err == nil {
		t.Error("a point with a path for a key was published")
	}
	must(t, w.Close())
	must(t, w.Close())
	if err := w.Handle(event(sweep.Started)); err == nil {
		t.Error("a closed writer wrote")
	}
	// A refused record leaves no gap in the numbers.
	if s = reopen(t, s); len(s.Damage()) != 0 || len(s.records) != 2 {
		t.Errorf("damage %v, records %v", s.Damage(), kinds(s.records))
	}
}

// TestSyncAfterASecond verifies that a stage record is synced within a second.
func TestSyncAfterASecond(t *testing.T) {
	s := newSession(t, 1)
	synctest.Test(t, func(t *testing.T) {
		w, err := s.Writer(time.Now)
		must(t, err)
		waits := func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return w.timer != nil
		}
		must(t, w.Handle(event(sweep.Started)))
		if waits() {
			t.Error("the start waits")
		}
		must(t, w.Handle(sweep.Event{Kind: sweep.StageDone, Stage: "a"}))
		<-time.After(syncAfter / 2)
		must(t, w.Handle(sweep.Event{Kind: sweep.StageDone, Stage: "b"}))
		if !waits() {
			t.Error("stages do not wait")
		}
		<-time.After(syncAfter/2 + time.Millisecond)
		synctest.Wait()
		if waits() {
			t.Error("a stage waits for more than a second")
		}
		must(t, w.Handle(sweep.Event{Kind: sweep.StageDone, Stage: "c"}))
		must(t, w.Close())
	})
}
