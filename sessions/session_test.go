package sessions

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

var born = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func testHeader() Header {
	return Header{
		Created: born, Name: "test", Spec: sweep.Spec{}.With("sigma", "0.1,1.1"),
		Data: Data{Options: datasets.Options{Paths: []string{"a.csv"}}, Name: "a", Sources: []data.Source{{Path: "a.csv", SHA256: "00"}},
			Hash: "data", N: 150, D: 3, Segments: 5, Classes: 2},
		Seed: 7, Host: "host", CPU: "cpu", Go: "go", GOMAXPROCS: 2,
	}
}

// newSession makes a session of n points in a temporary directory.
func newSession(t testing.TB, n int) *Session {
	t.Helper()
	s, err := Create(filepath.Join(t.TempDir(), "test.sfa"), testHeader(), sessiontest.Plan(n))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newWriter(t testing.TB, s *Session) *journal.Writer {
	t.Helper()
	w, err := s.Writer(sessiontest.Clock(born, 10*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func reopen(t testing.TB, s *Session) *Session {
	t.Helper()
	s, err := Open(s.Dir)
	must(t, err)
	return s
}

func event(kind sweep.Kind) sweep.Event { return sweep.Event{Kind: kind} }

// recordPoints records the given part of a session's plan with one writer.
func recordPoints(t testing.TB, s *Session, entries []sweep.Entry, end string) {
	t.Helper()
	sessiontest.Record(t, newWriter(t, s), len(s.Missing()), entries, end)
}

// begin records the start and the given points of a session, and returns the open writer.
func begin(t testing.TB, s *Session, entries []sweep.Entry, end string) *journal.Writer {
	t.Helper()
	w := newWriter(t, s)
	sessiontest.Begin(t, w, entries, end)
	return w
}

func TestCreateAndOpen(t *testing.T) {
	s := newSession(t, 3)
	h := s.Header
	if h.Format != "sfatui-session" || h.Version != 1 || len(h.UUID) != 36 || h.Engine != sweep.Version || h.KernelPath != sweep.KernelPath() {
		t.Errorf("header is %+v", h)
	}
	want := testHeader()
	if !h.Created.Equal(born) || !reflect.DeepEqual(h.Spec, want.Spec) || !reflect.DeepEqual(h.Data, want.Data) || h.Seed != 7 {
		t.Errorf("header is %+v", h)
	}
	if !reflect.DeepEqual(s.Plan(), sessiontest.Plan(3)) || len(s.Missing()) != 3 || len(s.Done()) != 0 || len(s.Damage()) != 0 {
		t.Errorf("plan %v, missing %v, done %v, damage %v", s.Plan(), s.Missing(), s.Done(), s.Damage())
	}
	if st := s.State(); st.Status != record.Ready || st.Status.String() != "ready" || st.Total != 3 || st.Progress() != 0 {
		t.Errorf("state is %+v", st)
	}
	siblings, err := os.ReadDir(filepath.Dir(s.Dir))
	must(t, err)
	if len(siblings) != 1 {
		t.Errorf("Create left %v", siblings)
	}
}

func TestCreateRefuses(t *testing.T) {
	s := newSession(t, 1)
	if _, err := Create(s.Dir, testHeader(), sessiontest.Plan(1)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a session: %v", err)
	}
	empty := t.TempDir()
	if _, err := Create(empty, testHeader(), sessiontest.Plan(1)); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an empty directory: %v", err)
	}
	if _, err := Create(filepath.Join(empty, "no", "x.sfa"), testHeader(), sessiontest.Plan(1)); err == nil || !strings.Contains(err.Error(), "create the directory") {
		t.Errorf("without a parent: %v", err)
	}
	bad := map[string]func([]sweep.Entry){
		"twice":     func(p []sweep.Entry) { p[1].Key = p[0].Key },
		"64 hex":    func(p []sweep.Entry) { p[1].Key = "../../etc/passwd" },
		"cost -1":   func(p []sweep.Entry) { p[1].Cost = -1 },
		"cost NaN":  func(p []sweep.Entry) { p[1].Cost = math.NaN() },
		"cost +Inf": func(p []sweep.Entry) { p[1].Cost = math.Inf(1) },
	}
	for want, spoil := range bad {
		plan := sessiontest.Plan(2)
		spoil(plan)
		if _, err := Create(filepath.Join(empty, "x.sfa"), testHeader(), plan); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if left, _ := os.ReadDir(empty); len(left) != 0 {
		t.Errorf("refusals left %v", left)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none.sfa")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no directory: %v", err)
	}
	if _, err := Open(t.TempDir()); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "not a session") {
		t.Errorf("no session: %v", err)
	}
	s := newSession(t, 1)
	path := filepath.Join(s.Dir, store.HeaderName)
	b, err := os.ReadFile(path)
	must(t, err)
	var damaged *store.DamagedError
	must(t, os.WriteFile(path, b[:len(b)/2], 0o644))
	if _, err := Open(s.Dir); !errors.As(err, &damaged) {
		t.Errorf("half a header: %v", err)
	}
	body := bytes.Replace(sessiontest.Unsummed(b), []byte(`"version":1`), []byte(`"version":2,"d":"new"`), 1)
	must(t, os.WriteFile(path, jsonl.AppendSum("", append(body, '}')), 0o644))
	if _, err := Open(s.Dir); err == nil || errors.As(err, &damaged) || !strings.Contains(err.Error(), "newer sfatui") {
		t.Errorf("newer version: %v", err)
	}
	must(t, os.Remove(path))
	must(t, os.Symlink("/dev/zero", path))
	if _, err := Open(s.Dir); !errors.As(err, &damaged) {
		t.Errorf("a link to a device: %v", err)
	}
}

// TestResume verifies that a resumed sweep has the same points as an uninterrupted one,
// byte for byte.
func TestResume(t *testing.T) {
	whole := newSession(t, 6)
	recordPoints(t, whole, whole.Plan(), "done")
	s := newSession(t, 6)
	recordPoints(t, s, s.Plan()[:2], "cancelled")
	s = reopen(t, s)
	if st := s.State(); st.Status != record.Cancelled || len(st.Results) != 2 {
		t.Errorf("after the first writer: %+v", st)
	}
	var rest []sweep.Entry
	for _, key := range s.Missing() {
		i := slices.IndexFunc(s.Plan(), func(e sweep.Entry) bool { return e.Key == key })
		rest = append(rest, s.Plan()[i])
	}
	recordPoints(t, s, rest, "done")
	s = reopen(t, s)
	if !maps.Equal(sessiontest.PointFiles(t, s.Dir), sessiontest.PointFiles(t, whole.Dir)) {
		t.Error("points differ from those of an undisturbed sweep")
	}
	if len(s.Missing()) != 0 || len(s.Damage()) != 0 {
		t.Errorf("missing %v, damage %v", s.Missing(), s.Damage())
	}
	st := s.State()
	if st.Status != record.Done || st.Total != 6 || len(st.Results) != 6 || st.Failed != 2 || math.Abs(st.Progress()-1) > 1e-12 {
		t.Errorf("state is %+v", st)
	}
	for i, e := range s.Plan() {
		if got, _ := json.Marshal(st.Results[i]); !bytes.Equal(got, jsonOf(t, sessiontest.Result(e, 0.25))) {
			t.Errorf("result %d is %s", i, got)
		}
		if !strings.Contains(sessiontest.PointFiles(t, s.Dir)[e.Key+".json"], "λ < 1 & σ > 0") {
			t.Error("a point's file is not plain text")
		}
	}
}

func jsonOf(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	must(t, err)
	return b
}

func TestConflict(t *testing.T) {
	s := newSession(t, 2)
	a, b := newWriter(t, s), newWriter(t, s)
	e := s.Plan()[0]
	must(t, a.Handle(sessiontest.Done(e)))
	must(t, b.Handle(sessiontest.Done(e)))
	other := sessiontest.Result(e, 1)
	other.Rank++
	must(t, b.Handle(sweep.Event{Kind: sweep.PointDone, Result: other}))
	s = reopen(t, s)
	st := s.State()
	if len(st.Results) != 1 || st.Results[0].Rank != 20 || !slices.Equal(st.Conflicts, []string{e.Key}) {
		t.Errorf("state is %+v", st)
	}
	rep, err := Check(s.Dir)
	must(t, err)
	if len(rep.Damage) != 1 || !strings.Contains(rep.Damage[0].What, "different results") {
		t.Errorf("damage is %v", rep.Damage)
	}
}

// TestDamagedPointIsReplaced verifies that a damaged point is computed again and its file
// replaced.
func TestDamagedPointIsReplaced(t *testing.T) {
	s := newSession(t, 2)
	recordPoints(t, s, s.Plan(), "done")
	want := sessiontest.PointFiles(t, s.Dir)
	key := s.Plan()[0].Key
	path := filepath.Join(s.Dir, journal.PointPath(key))
	must(t, os.WriteFile(path, []byte(want[key+".json"][:100]), 0o644))
	s = reopen(t, s)
	if !slices.Equal(s.Missing(), []string{key}) || len(s.Damage()) != 1 || len(s.State().Results) != 1 {
		t.Fatalf("missing %v, damage %v", s.Missing(), s.Damage())
	}
	recordPoints(t, s, s.Plan()[:1], "done")
	s = reopen(t, s)
	if !maps.Equal(sessiontest.PointFiles(t, s.Dir), want) || len(s.Damage()) != 0 || len(s.Missing()) != 0 {
		t.Errorf("missing %v, damage %v", s.Missing(), s.Damage())
	}
}

// TestTextsAreCleaned verifies that texts in a stranger's session are cleaned for the
// terminal.
func TestTextsAreCleaned(t *testing.T) {
	h := testHeader()
	h.Name, h.Data.Name = "a\x1b[2Jb", "c\x07d"
	plan := sessiontest.Plan(1)
	plan[0].Point.By = "mad\x1b]0;x\x07"
	sessiontest.Keyed(plan, "", "", h.Data.Hash)
	s, err := Create(filepath.Join(t.TempDir(), "x.sfa"), h, plan)
	must(t, err)
	w := newWriter(t, s)
	r := sessiontest.Result(plan[0], 1)
	r.Error, r.Notes = "e\x1b[1mf", []string{"g\u202eh"}
	must(t, w.Handle(sweep.Event{Kind: sweep.StageDone, Stage: "s\x1b[31mt"}))
	must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: r}))
	if r.Error != "e\x1b[1mf" {
		t.Error("the caller's result was changed")
	}
	s = reopen(t, s)
	st := s.State()
	got := s.Header.Name + s.Header.Data.Name + s.Plan()[0].Point.By + st.Results[0].Error + st.Results[0].Notes[0] + st.Stage
	if got != "abcdmadefghst" {
		t.Errorf("texts are %q", got)
	}
	for _, l := range st.Log {
		if message.Clean(l.Text) != l.Text {
			t.Errorf("log has %q", l.Text)
		}
	}
}

// TestSessionIsCurrentUntilItGrows verifies that a session counts as grown after a record or a
// point was added to it, and not otherwise.
func TestSessionIsCurrentUntilItGrows(t *testing.T) {
	s := newSession(t, 3)
	latest := func(s *Session) *Session {
		t.Helper()
		if s.IsCurrent() {
			return s
		}
		return reopen(t, s)
	}
	if latest(s) != s {
		t.Error("an unchanged session was read again")
	}
	recordPoints(t, reopen(t, s), s.Plan()[:1], "done")
	grown := latest(s)
	if grown == s || len(grown.Missing()) != 2 || latest(grown) != grown {
		t.Errorf("after a point was recorded, %d of 3 points are missing", len(grown.Missing()))
	}
	sessiontest.PublishUnrecorded(t, s.Dir, sessiontest.Result(s.Plan()[1], 0))
	if unrecorded := latest(grown); unrecorded == grown || len(unrecorded.Missing()) != 1 {
		t.Errorf("after a point was published without a record, %d of 3 points are missing", len(unrecorded.Missing()))
	}
}
