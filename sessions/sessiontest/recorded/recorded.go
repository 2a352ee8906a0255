// Package recorded makes recorded sessions for tests of packages above sessions.
package recorded

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

var born = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Swept returns a recorded sweep of [sessiontest.SweptPlan], with numbers that
// are the same on every machine. change, which may be nil, modifies its header.
func Swept(t testing.TB, change func(*sessions.Header)) *sessions.Session {
	t.Helper()
	return SweptWith(t, change, func(*result.Result) {})
}

// SweptWith returns the same sweep with results modified by alter.
func SweptWith(t testing.TB, change func(*sessions.Header), alter func(*result.Result)) *sessions.Session {
	t.Helper()
	h := Header()
	if change != nil {
		change(&h)
	}
	plan := sessiontest.Keyed(sessiontest.SweptPlan(), h.Engine, h.KernelPath, h.Data.Hash)
	s, err := sessions.Create(filepath.Join(t.TempDir(), "words.sfa"), h, plan)
	must(t, err)
	w, err := s.Writer(sessiontest.Clock(born, 10*time.Millisecond))
	must(t, err)
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	for i, e := range plan {
		r := sessiontest.SweptResult(i, e)
		alter(r)
		must(t, w.Handle(sweep.Event{Kind: sweep.PointDone, Result: r}))
	}
	must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: "done"}))
	must(t, w.Close())
	return reopen(t, s)
}

// Header returns the header of [Swept].
func Header() sessions.Header {
	h := sessions.Header{
		Created: born, Name: "words", Engine: "0.10.1", KernelPath: "avx2-amd64", UUID: "5fa0c0de-0000-4000-8000-000000000002",
		Spec: sweep.Spec{}.With("sigma", "log:0.1:10:3", "lambda", "0,1e-3", "m", "20", "p", "2", "readout", "lda"),
		Data: sessions.Data{
			Options: datasets.Options{Paths: []string{"/data/words.csv"}, Label: "word"}, Name: "words.csv",
			Sources: []data.Source{{Path: "words.csv", SHA256: strings.Repeat("f1", 32)}},
			Hash:    strings.Repeat("d1", 32), N: 150, D: 3, Segments: 5, Classes: 2,
		},
		Seed: 7, Host: "host", CPU: "cpu", Go: "go", GOMAXPROCS: 2,
	}
	h.Spec.Split.Folds, h.Spec.Split.Validation, h.Spec.Split.Seed = 2, 0.25, 7
	return h
}

// Empty returns a session of n unfinished points.
func Empty(t testing.TB, n int) *sessions.Session {
	t.Helper()
	h := Header()
	s, err := sessions.Create(filepath.Join(t.TempDir(), "test.sfa"), h, sessiontest.Keyed(sessiontest.Plan(n), h.Engine, h.KernelPath, h.Data.Hash))
	must(t, err)
	return s
}

// Waves returns a computed sweep over two widths, two λ and two numbers of
// supports on [sessiontest.Waves], with its data.
func Waves(t testing.TB) (*sessions.Session, *data.Set) {
	t.Helper()
	return WavesWith(t, sweep.Spec{Split: split.Options{Validation: 0.25, Seed: 1}}.With("sigma", "rel:0.5,2", "lambda", "0,1e-5", "m", "10,20", "p", "3", "readout", "lda"))
}

// WavesWith returns another sweep on the same data.
func WavesWith(t testing.TB, spec sweep.Spec) (*sessions.Session, *data.Set) {
	t.Helper()
	s, set, err := WavesIn(t.Context(), t.TempDir(), spec)
	must(t, err)
	return s, set
}

// WavesIn computes a sweep on the same data in a folder, for examples.
func WavesIn(ctx context.Context, dir string, spec sweep.Spec) (*sessions.Session, *data.Set, error) {
	path := filepath.Join(dir, "waves.csv")
	if err := os.WriteFile(path, []byte(sessiontest.Waves()), 0o644); err != nil {
		return nil, nil, err
	}
	options := datasets.Options{Paths: []string{path}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(ctx, options, nil)
	if err != nil {
		return nil, nil, err
	}
	plan, err := run.NewPlan(ctx, set, set.Hash(), spec, sweep.RunOptions{})
	if err != nil {
		return nil, nil, err
	}
	e, err := compute.Start(ctx, compute.Request{Dir: filepath.Join(dir, "waves.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	if err != nil {
		return nil, nil, err
	}
	if err := e.Wait(); err != nil {
		return nil, nil, err
	}
	s, err := e.Session().Reopen()
	return s, set, err
}

func reopen(t testing.TB, s *sessions.Session) *sessions.Session {
	t.Helper()
	s, err := sessions.Open(s.Dir)
	must(t, err)
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ComputedBy writes into a session the journal of another process of this
// machine that has started to compute.
func ComputedBy(t testing.TB, s *sessions.Session, pid int, task *record.Task) {
	t.Helper()
	host, err := os.Hostname()
	must(t, err)
	now := time.Since(s.Header.Created).Milliseconds()
	var journal []byte
	for i, r := range []record.Record{
		record.New(now, record.KindOpened, record.Opened{Host: host, PID: pid, Heartbeat: record.Heartbeat.Seconds(), Task: task}, nil),
		record.New(now, string(sweep.Started), record.Event{}, nil),
	} {
		r.N, r.Writer = uint64(i+1), "another"
		line, err := record.Encode(r)
		must(t, err)
		journal = append(journal, line...)
	}
	must(t, os.WriteFile(filepath.Join(s.Dir, store.JournalDir, "another"+store.JournalExt), journal, 0o644))
}
