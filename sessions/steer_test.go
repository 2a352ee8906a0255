package sessions

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
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

// A sweep whose disk fails ends by itself, says what failed and where, and is
// resumed to the points of an undisturbed one.
func TestSweepOnAFailingDisk(t *testing.T) {
	whole, set := computed(t)
	want := pointFiles(t, whole)
	for _, kind := range faultKinds {
		for _, calls := range []int{1, 9, 31, 100, 231} {
			if testing.Short() && calls != 31 {
				continue
			}
			dir := filepath.Join(t.TempDir(), "waves.sfa")
			d := sessiontest.NewFaulty(t, filepath.Dir(dir), kind, 0)
			h := whole.Header
			h.UUID = ""
			s, err := CreateAt(d.Place(dir), h, whole.Plan())
			must(t, err)
			plan, err := sweep.PlanOf(set, h.Data.Hash, pointsOf(whole.Plan()))
			must(t, err)
			d.From = d.Calls + calls
			e, err := execute(t.Context(), s, plan, task{command: "start", set: set}, nil)
			if err == nil {
				err = e.Wait()
			}
			name := fmt.Sprintf("%v at call %d", kind, calls)
			toldOfFault(t, name, err, kind, dir)
			before := len(reopen(t, s).Done())
			if err != nil { // else it was of no consequence
				if e, err = Resume(t.Context(), reopen(t, s), sweep.RunOptions{}, nil); err == nil {
					err = e.Wait()
				}
				must(t, err)
			}
			got := pointFiles(t, s)
			maps.DeleteFunc(got, func(name, _ string) bool { return strings.HasPrefix(name, ".") })
			s = reopen(t, s)
			if !maps.Equal(got, want) || len(s.Damage()) != 0 || s.State().Status != record.Done {
				t.Errorf("%s: %d points after %d, damage %v, %v", name, len(got), before, s.Damage(), s.State().Status)
			}
		}
	}
}
