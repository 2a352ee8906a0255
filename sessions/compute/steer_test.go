package compute

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// Points can be added to a running sweep and skipped; a resume computes the
// skipped ones, and the numbers are those of undisturbed sessions.
func TestAddAndSkip(t *testing.T) {
	undisturbed, set := waves(t)
	spec := undisturbed.Header.Spec
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	check(t, err)
	more := spec
	more.Set("lambda", "0,1e-3")
	wider, err := sweep.NewPlan(set, set.Hash(), more)
	check(t, err)

	dir := filepath.Join(t.TempDir(), "steered.sfa")
	release := holdFits(t)
	e, err := Start(t.Context(), Request{Dir: dir, Options: undisturbed.Header.Data.Options, Set: set, Spec: spec, Plan: plan, Run: sweep.RunOptions{Workers: 1}})
	check(t, err)
	e.Pause()
	release()
	check(t, e.Add(set, wider))
	check(t, e.Add(set, wider)) // it contains nothing new
	left := plan.Entries[len(plan.Entries)-1].Point
	check(t, e.Skip([]part.Point{left}))
	e.Continue()
	check(t, e.Wait())
	if err := e.Add(set, plan); err != nil {
		t.Errorf("adding nothing to a sweep that has ended: %v", err)
	}
	more.Set("lambda", "1e-2")
	late, err := sweep.NewPlan(set, set.Hash(), more)
	check(t, err)
	if err := e.Add(set, late); !errors.Is(err, run.ErrEnded) {
		t.Errorf("adding to a sweep that has ended: %v", err)
	}

	s, err := sessions.Open(dir)
	check(t, err)
	if want := len(plan.Entries) * 3 / 2; len(s.Plan()) != want || len(s.Missing()) != 1 || len(s.Damage()) != 0 {
		t.Fatalf("%d points planned, want %d; %d missing, damage %v", len(s.Plan()), want, len(s.Missing()), s.Damage())
	}
	if st := s.State(); st.Total != len(s.Plan()) || st.Status != record.Done {
		t.Errorf("%d points in all, %v", st.Total, st.Status)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	e, err = Resume(ctx, s, nil, sweep.RunOptions{Workers: 1}, false, nil)
	check(t, err)
	check(t, e.Wait())
	s = reopened(t, s)
	if len(s.Missing()) != 0 {
		t.Errorf("%d points are missing after a resume", len(s.Missing()))
	}
	points := pointsIn(t, s)
	for key, want := range pointsIn(t, undisturbed) {
		if points[key] != want {
			t.Errorf("point %s is not that of an undisturbed sweep", key[:12])
		}
	}
}

// A session of another engine or other kernels is not resumed, because the
// numbers would differ; a complete one needs no computation.
func TestResumeRefusesOtherArithmetic(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*sessions.Header)
		part   string
	}{
		"kernels": {func(h *sessions.Header) { h.KernelPath = "abacus-" + runtime.GOARCH }, "SFATUI_KERNELS=abacus"},
		"engine":  {func(h *sessions.Header) { h.Engine = "0.11.0" }, "computed by engine 0.11.0"},
	} {
		h := sessions.Header{Name: "old", Data: sessions.Data{Name: "a", Hash: "data"}}
		c.change(&h)
		s, err := sessions.Create(filepath.Join(t.TempDir(), "old.sfa"), h, sessiontest.Keyed(sessiontest.Plan(2), h.Engine, h.KernelPath, h.Data.Hash))
		check(t, err)
		if _, err := Resume(t.Context(), s, nil, sweep.RunOptions{}, false, nil); err == nil || !strings.Contains(err.Error(), c.part) {
			t.Errorf("%s: error %v, want one about %q", name, err, c.part)
		}
	}
}

// A packed session that is opened in place is not resumed.
func TestResumeRefusesPacked(t *testing.T) {
	s, _ := waves(t)
	file := filepath.Join(t.TempDir(), "a.sfa.tar")
	check(t, store.Save(file, false, s.Pack))
	s, err := sessions.Open(file)
	check(t, err)
	if _, err := Resume(t.Context(), s, nil, sweep.RunOptions{}, false, nil); err == nil || !strings.Contains(err.Error(), "sfatui unpack") {
		t.Errorf("a packed session is resumed: %v", err)
	}
}
