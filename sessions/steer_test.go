package sessions

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
)

// A running sweep takes up more points and leaves some; a resume computes what
// was left, and the numbers are those of sessions that were never touched.
func TestAddAndSkip(t *testing.T) {
	undisturbed, set := computed(t)
	spec := undisturbed.Header.Spec
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	must(t, err)
	more := spec
	more.Set("lambda", "0,1e-3")
	wider, err := sweep.NewPlan(set, set.Hash(), more)
	must(t, err)

	dir := filepath.Join(t.TempDir(), "steered.sfa")
	e, err := Start(t.Context(), Begin{Dir: dir, Options: undisturbed.Header.Data.Options, Set: set, Spec: spec, Plan: plan, Run: sweep.RunOptions{Workers: 1}})
	must(t, err)
	e.Pause()
	must(t, e.Add(set, wider))
	must(t, e.Add(set, wider)) // nothing is new in it
	left := plan.Entries[len(plan.Entries)-1].Point
	must(t, e.Skip([]part.Point{left}))
	e.Continue()
	must(t, e.Wait())
	if err := e.Add(set, plan); err != nil {
		t.Errorf("adding nothing to a sweep that has ended: %v", err)
	}
	more.Set("lambda", "1e-2")
	late, err := sweep.NewPlan(set, set.Hash(), more)
	must(t, err)
	if err := e.Add(set, late); !errors.Is(err, sweep.ErrEnded) {
		t.Errorf("adding to a sweep that has ended: %v", err)
	}

	s, err := Open(dir)
	must(t, err)
	if want := len(plan.Entries) * 3 / 2; len(s.Plan()) != want || len(s.Missing()) != 1 || len(s.Damage()) != 0 {
		t.Fatalf("%d points planned, want %d; %d missing, damage %v", len(s.Plan()), want, len(s.Missing()), s.Damage())
	}
	if st := s.State(); st.Total != len(s.Plan()) || st.Status != record.Done {
		t.Errorf("%d points in all, %v", st.Total, st.Status)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	e, err = Resume(ctx, s, sweep.RunOptions{Workers: 1}, nil)
	must(t, err)
	must(t, e.Wait())
	s = reopen(t, s)
	if len(s.Missing()) != 0 {
		t.Errorf("%d points are missing after a resume", len(s.Missing()))
	}
	for key, want := range undisturbed.points {
		if got := s.points[key]; got.sum != want.sum {
			t.Errorf("point %s is not that of an undisturbed sweep", key[:12])
		}
	}
}
