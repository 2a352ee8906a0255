package sessions

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/archive"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// twoPlans returns a session of two plans with four of its six points, one of them failed.
func twoPlans(t *testing.T) *Session {
	t.Helper()
	s := newSession(t, 4)
	w := newWriter(t, s)
	for _, e := range s.Plan()[:3] {
		must(t, w.Handle(sessiontest.Done(e)))
	}
	must(t, w.AddPlan(sessiontest.Plan(6)))
	must(t, w.Handle(sessiontest.Done(sessiontest.Plan(6)[5])))
	must(t, w.Note(sessiontest.Plan(1)[0].Point, "look here"))
	must(t, w.Close())
	return reopen(t, s)
}

func TestFork(t *testing.T) {
	s := twoPlans(t)
	before := sessiontest.PointFiles(t, s.Dir)
	fork, err := s.Fork(store.At(filepath.Join(t.TempDir(), "fork.sfa")))
	must(t, err)
	h := fork.Header
	if h.Parent != s.Header.UUID || h.UUID == s.Header.UUID || !h.Created.After(s.Header.Created) || h.Spec != s.Header.Spec || h.Data.Hash != "data" || h.Host == "host" {
		t.Errorf("header is %+v", h)
	}
	if len(fork.Plans()) != 2 || !slices.Equal(fork.Plan(), s.Plan()) || !slices.Equal(fork.Missing(), s.Missing()) || len(fork.Damage()) != 0 {
		t.Errorf("%d plans, missing %v, damage %v", len(fork.Plans()), fork.Missing(), fork.Damage())
	}
	if !maps.Equal(sessiontest.PointFiles(t, fork.Dir), before) || !maps.Equal(sessiontest.PointFiles(t, s.Dir), before) {
		t.Error("the points are not the parent's")
	}
	st := fork.State()
	if st.Status != record.Ready || len(st.Results) != 4 || st.Failed != 2 || fork.Tally().Unjournaled != 0 || st.Progress() != s.State().Progress() {
		t.Errorf("state is %+v", st)
	}
	if len(st.Notes) != 1 || st.Notes[0] != s.State().Notes[0] {
		t.Errorf("notes are %v", st.Notes)
	}
	for _, r := range st.Results {
		if r.Seconds != 0.25 {
			t.Errorf("point %s took %v s", r.Key, r.Seconds)
		}
	}
	recordPoints(t, fork, []sweep.Entry{sessiontest.Plan(6)[3]}, "cancelled")
	if len(reopen(t, s).Done()) != 4 || len(reopen(t, fork).Done()) != 5 {
		t.Error("the fork wrote into its parent")
	}
	if _, err := s.Fork(store.At(fork.Dir)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a session: %v", err)
	}
}

// TestForkOfAnotherEngine verifies that a fork copies no points of another engine.
func TestForkOfAnotherEngine(t *testing.T) {
	var plan []sweep.Entry
	for i, e := range sessiontest.Plan(3) {
		e.Key = sessiontest.Plan(6)[5-i].Key
		plan = append(plan, e)
	}
	h := testHeader()
	h.Engine = "0.11.0"
	plan = sessiontest.Keyed(plan, h.Engine, h.KernelPath, h.Data.Hash)
	s, err := Create(filepath.Join(t.TempDir(), "old.sfa"), h, plan)
	must(t, err)
	w := newWriter(t, s)
	must(t, w.Handle(sessiontest.Done(plan[0])))
	fork, err := reopen(t, s).Fork(store.At(filepath.Join(t.TempDir(), "new.sfa")))
	must(t, err)
	want := sessiontest.Plan(3)
	for i := range want {
		want[i].Key = sweep.Key(want[i].Point, "data")
	}
	if fork.Header.Engine != sweep.Version || len(fork.Done()) != 0 || !slices.Equal(fork.Plan(), want) {
		t.Errorf("engine %s, points %v, plan %v", fork.Header.Engine, fork.Done(), fork.Plan())
	}
}

// TestForkOfOtherMeasures verifies that a session with other measures cannot be resumed and
// that its fork computes all points anew, because measures do not change a point's key.
func TestForkOfOtherMeasures(t *testing.T) {
	h := testHeader()
	h.Measures = []string{"crossings"}
	s, err := Create(filepath.Join(t.TempDir(), "old.sfa"), h, sessiontest.Plan(3))
	must(t, err)
	w := newWriter(t, s)
	must(t, w.Handle(sessiontest.Done(s.Plan()[0])))
	s = reopen(t, s)
	var arithmetic *ArithmeticError
	if err := s.SameArithmetic(); !errors.As(err, &arithmetic) || !strings.Contains(err.Error(), "only they have crossings") {
		t.Errorf("the session is taken for one of this program: %v", err)
	}
	fork, err := s.Fork(store.At(filepath.Join(t.TempDir(), "new.sfa")))
	must(t, err)
	if len(fork.Done()) != 0 || !slices.Equal(fork.Plan(), s.Plan()) || fork.Header.Measures != nil {
		t.Errorf("points %v, plan %v, measures %v", fork.Done(), fork.Plan(), fork.Header.Measures)
	}
	must(t, fork.SameArithmetic())
}

// TestForkOfADuplicatedLine verifies that a fork plans a repeated plan line once, as a
// resume does.
func TestForkOfADuplicatedLine(t *testing.T) {
	s := twoPlans(t)
	path := s.Files().Path(filepath.Join(store.PlanDir, "0002.jsonl"))
	file, err := os.ReadFile(path)
	must(t, err)
	line := file[:bytes.IndexByte(file, '\n')+1]
	must(t, os.Remove(path))
	must(t, os.WriteFile(path, append(slices.Clone(line), file...), 0o644))
	s = reopen(t, s)
	fork, err := s.Fork(store.At(filepath.Join(t.TempDir(), "fork.sfa")))
	must(t, err)
	if !slices.Equal(fork.Plan(), s.Plan()) || !slices.Equal(fork.Missing(), s.Missing()) || len(fork.Damage()) != 0 {
		t.Errorf("plan %v, missing %v, damage %v", fork.Plan(), fork.Missing(), fork.Damage())
	}
}

// TestForkOfALostPoint verifies that a fork fails without leaving files if a point's file
// was lost since the session was opened.
func TestForkOfALostPoint(t *testing.T) {
	s := twoPlans(t)
	must(t, os.Remove(s.Files().Path(journal.PointPath(s.Plan()[0].Key))))
	dir := filepath.Join(t.TempDir(), "fork.sfa")
	if _, err := s.Fork(store.At(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(dir)); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	fork, err := reopen(t, s).Fork(store.At(dir))
	must(t, err)
	if len(fork.Done()) != 3 {
		t.Errorf("%d points", len(fork.Done()))
	}
}

// TestFollowPacked verifies that following a packed session ends.
func TestFollowPacked(t *testing.T) {
	s := twoPlans(t)
	path := filepath.Join(t.TempDir(), "a"+archive.Ext)
	must(t, store.Save(path, false, s.Pack))
	unpacked, err := Open(path)
	must(t, err)
	var told []record.Record
	must(t, unpacked.Follow(t.Context(), time.Millisecond, func(r record.Record) error {
		told = append(told, r)
		return nil
	}))
	if got, want := kinds(told), kinds(s.Records()); !slices.Equal(got, want) {
		t.Errorf("told %v\nof   %v", got, want)
	}
}

func kinds(rs []record.Record) []string {
	var out []string
	for _, r := range rs {
		out = append(out, fmt.Sprintf("%d@%d:%s", r.N, r.T, r.Kind))
	}
	return out
}
