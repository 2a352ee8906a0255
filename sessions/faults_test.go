package sessions

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// story makes a session at a place on a disk that may fail, and computes all of it. It
// stops at the first error and returns the keys of the points that were recorded without
// error.
func story(at store.Place) (safe []string, err error) {
	s, err := CreateAt(at, testHeader(), sessiontest.Plan(3)[:2])
	if err != nil {
		return nil, err
	}
	w, err := s.Writer(sessiontest.Clock(born, 10*time.Millisecond))
	if err != nil {
		return nil, err
	}
	defer func() {
		if closeErr := w.Close(); err == nil {
			err = closeErr
		}
	}()
	steps := []func() error{
		func() error { return w.Command("start", nil) },
		func() error { return w.AddPlan(sessiontest.Plan(3)) },
		func() error { return w.Handle(sweep.Event{Kind: sweep.Started, Total: 3}) },
		func() error { return w.Handle(sweep.Event{Kind: sweep.StageDone, Stage: "moments"}) },
	}
	for _, e := range sessiontest.Plan(3) {
		steps = append(steps, func() error {
			err := w.Handle(sessiontest.Done(e))
			if err == nil {
				safe = append(safe, e.Key)
			}
			return err
		})
	}
	steps = append(steps, func() error { return w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}) })
	for _, step := range steps {
		if err := step(); err != nil {
			return safe, err
		}
	}
	return safe, nil
}

// finishStory computes the missing points on an intact disk.
func finishStory(t *testing.T, dir string) *Session {
	t.Helper()
	s, err := Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = story(store.At(dir))
		must(t, err)
		s, err = Open(dir)
	}
	must(t, err)
	w := newWriter(t, s)
	must(t, w.AddPlan(sessiontest.Plan(3)))
	done := s.Done()
	for _, e := range sessiontest.Plan(3) {
		if done[e.Key] == nil {
			must(t, w.Handle(sessiontest.Done(e)))
		}
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	return reopen(t, s)
}

// TestEveryCallFails verifies that the writer stops at any failed disk call, returns the
// error with the path, and loses no recorded point. Another writer then completes the
// session with the same bytes. A lost reply is not a failure.
func TestEveryCallFails(t *testing.T) {
	sessiontest.Promise(t, 400)
	whole := filepath.Join(t.TempDir(), "whole.sfa")
	_, err := story(store.At(whole))
	must(t, err)
	want := sessiontest.PointFiles(t, whole)
	for _, fault := range append(sessiontest.LostReplies, sessiontest.Faults...) {
		tried := sessiontest.EachCall(t, fault, func(name string, from int) bool {
			dir := filepath.Join(t.TempDir(), "test.sfa")
			d := sessiontest.NewFaulty(t, filepath.Dir(dir), fault, from)
			safe, err := story(d.Place(dir))
			d.Lose()
			if d.Hit == 0 {
				must(t, err)
				return false
			}
			if fault.Replies && err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			checkFaultError(t, name, err, fault.Err, dir)
			checkSafePoints(t, name, dir, safe)
			s := finishStory(t, dir)
			got := sessiontest.PointFiles(t, s.Dir)
			maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasPrefix(name, ".") })
			if !maps.Equal(got, want) || len(s.Missing()) != 0 || len(s.Damage()) != 0 || len(s.Plans()) != 2 && fault.Replies {
				t.Fatalf("%s: after all %d points, missing %v, damage %v, %d plans", name, len(got), s.Missing(), s.Damage(), len(s.Plans()))
			}
			return true
		})
		if tried == 0 {
			t.Errorf("%s: nothing is tried", fault.Name)
		}
	}
}

// checkFaultError requires an error of the given kind with the path. The error may be nil
// if the failed call did not matter: the removal of a temporary file, or a read that is
// repeated.
func checkFaultError(t *testing.T, name string, err, kind error, dir string) {
	t.Helper()
	if err == nil {
		if s, openErr := Open(dir); openErr != nil || len(s.Missing()) != 0 || len(s.Damage()) != 0 {
			t.Fatalf("%s: nothing was said, and the session is not whole: %v", name, openErr)
		}
		return
	}
	if !errors.Is(err, kind) || !strings.Contains(err.Error(), filepath.Dir(dir)) {
		t.Fatalf("%s: the error is %v", name, err)
	}
}

// checkSafePoints requires the points that were recorded without error, and no damage.
func checkSafePoints(t *testing.T, name, dir string, safe []string) {
	t.Helper()
	s, err := Open(dir)
	if errors.Is(err, fs.ErrNotExist) && len(safe) == 0 {
		if _, err := os.Lstat(dir); err == nil {
			t.Fatalf("%s: a session without a header stands there", name)
		}
		return
	}
	must(t, err)
	done := s.Done()
	for _, key := range safe {
		if done[key] == nil {
			t.Fatalf("%s: point %s is lost", name, key)
		}
	}
	for _, d := range s.Damage() {
		t.Fatalf("%s: %v", name, d)
	}
	if st := s.State(); len(st.Results) != len(done) {
		t.Fatalf("%s: the state has %d of %d points", name, len(st.Results), len(done))
	}
}

// TestEveryReadFails verifies that a failed read is reported or harmless, and that no
// writer can compute again what the disk did not return.
func TestEveryReadFails(t *testing.T) {
	s := newSession(t, 3)
	recordPoints(t, s, s.Plan(), "done")
	for from := 1; ; from++ {
		d := sessiontest.NewFaulty(t, filepath.Dir(s.Dir), sessiontest.IOError, from)
		got, err := OpenAt(d.Place(s.Dir))
		if d.Hit == 0 {
			must(t, err)
			break
		}
		if err != nil {
			var damaged *store.DamagedError
			if !errors.Is(err, syscall.EIO) || errors.As(err, &damaged) || errors.Is(err, fs.ErrNotExist) {
				t.Errorf("call %d: the error is %v", from, err)
			}
			continue
		}
		whole := len(got.Done()) == 3 && len(got.Plan()) == 3 && len(got.Records()) == len(reopen(t, s).Records())
		if len(got.Damage()) == 0 {
			if !whole {
				t.Errorf("call %d: %d points, and no damage", from, len(got.Done()))
			}
			continue
		}
		if w, err := got.Writer(time.Now); !errors.Is(err, syscall.EIO) {
			t.Errorf("call %d: damage %v, and a writer was had: %v", from, got.Damage(), err)
			w.Close()
		}
	}
	if rep, err := Check(s.Dir); err != nil || len(rep.Damage) != 0 || rep.Writers != 1 {
		t.Errorf("readers left %v, %v", rep, err)
	}
}

// TestLeftovers verifies that temporary files of a killed writer are counted, never read
// and never packed.
func TestLeftovers(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan(), "done")
	want := reopen(t, s)
	point, err := jsonl.Encode("", sessiontest.Result(sessiontest.Plan(3)[2], 0))
	must(t, err)
	left := []string{
		store.Temporary(s.Files().Path(journal.PointPath(sessiontest.Plan(3)[2].Key))),
		store.Temporary(s.Files().Path(journal.PointPath(sessiontest.Plan(3)[1].Key))),
		store.Temporary(s.Files().Path(filepath.Join(store.PlanDir, "0002.jsonl"))),
	}
	for i, path := range left {
		must(t, os.WriteFile(path, point[:len(point)-i*20], 0o644))
	}
	got := reopen(t, s)
	if len(got.Done()) != 2 || len(got.Plan()) != 2 || len(got.Damage()) != 0 || len(got.Records()) != len(want.Records()) {
		t.Errorf("%d points, %d planned, damage %v", len(got.Done()), len(got.Plan()), got.Damage())
	}
	rep, err := Check(s.Dir)
	must(t, err)
	if rep.StrayFiles != 3 || len(rep.Damage) != 0 || !strings.Contains(rep.String(), "temporary files of killed writers: 3") {
		t.Errorf("report is %+v", rep)
	}
	var a, b strings.Builder
	must(t, got.Pack(&a))
	for _, path := range left {
		must(t, os.Remove(path))
	}
	must(t, got.Pack(&b))
	if a.String() != b.String() {
		t.Error("what was left is packed")
	}
}
