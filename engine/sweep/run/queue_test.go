package run

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// planned is a plan over a set, or the end of the test.
func planned(t *testing.T, spec sweep.Spec) *sweep.Plan {
	t.Helper()
	set := sweeptest.Trials(6, 2, 12)
	p, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// afterAct returns an option Published by which one worker begins its second job when act is
// called. Without it the worker could be done before the sink has the first point.
func afterAct() (published func(keys []string) []string, act func()) {
	acted, jobs := make(chan struct{}), 0
	return func([]string) []string {
		if jobs++; jobs == 2 {
			<-acted
		}
		return nil
	}, func() { close(acted) }
}

// Points that are added while a sweep runs come before what is left of it, and
// are those of a run of their own.
func TestAddWhileRunning(t *testing.T) {
	first := planned(t, sweep.Spec{}.With("sigma", "1,2,3,4,5,6,7,8,9,10,11,12", "lambda", "0", "m", "20", "p", "4", "readout", "lda"))
	more := planned(t, sweep.Spec{}.With("sigma", "2.5", "lambda", "0,1e-5", "m", "20", "p", "4", "readout", "lda"))
	alone := &recorder{}
	r, err := Start(t.Context(), more, alone, sweep.RunOptions{Workers: 1})
	if err != nil || r.Wait() != nil {
		t.Fatal(err, r.Wait())
	}
	rec := &recorder{}
	var added error
	ready := make(chan struct{})
	published, act := afterAct()
	rec.onPoint = func() {
		if len(rec.results) == 1 {
			<-ready
			defer act()
			published := false
			added = r.Add(more, func() error { published = true; return nil })
			if !published {
				t.Error("the points were not published")
			}
		}
	}
	r, err = Start(t.Context(), first, rec, sweep.RunOptions{Workers: 1, Published: published})
	close(ready)
	if err != nil || r.Wait() != nil || added != nil {
		t.Fatal(err, r.Wait(), added)
	}
	if len(rec.results) != len(first.Entries)+len(more.Entries) {
		t.Fatalf("%d points, want %d and %d", len(rec.results), len(first.Entries), len(more.Entries))
	}
	for key, want := range alone.results {
		got := *rec.results[key]
		got.Seconds = want.Seconds
		if fmt.Sprintf("%+v", got.Slowness) != fmt.Sprintf("%+v", want.Slowness) {
			t.Errorf("point %s is not that of a run of its own", key[:12])
		}
	}
	last := rec.events[len(rec.events)-2].Result
	if last == nil || kernel.Sigma.X(last.Point) == 2.5 {
		t.Error("what was added came last")
	}
	if err := r.Add(more, func() error { return nil }); !errors.Is(err, ErrEnded) {
		t.Errorf("adding to a run that has ended gives %v", err)
	}
}

// What cannot be published is not computed, and what does not fit beside what
// runs is refused before that.
func TestAddRefuses(t *testing.T) {
	first := planned(t, sweep.Spec{}.With("sigma", "1,2", "lambda", "0", "m", "20", "p", "4", "readout", "lda"))
	more := planned(t, sweep.Spec{}.With("sigma", "3", "lambda", "0", "m", "40", "p", "4", "readout", "lda"))
	mem, err := first.Memory(1, 1<<40)
	if err != nil {
		t.Fatal(err)
	}
	rec := &recorder{}
	var full, tooMuch error
	ready := make(chan struct{})
	published, act := afterAct()
	var r *Run
	rec.onPoint = func() {
		if len(rec.results) == 1 {
			<-ready
			defer act()
			full = r.Add(first, func() error { return errors.New("disk full") })
			tooMuch = r.Add(more, func() error { t.Error("published"); return nil })
		}
	}
	r, err = Start(t.Context(), first, rec, sweep.RunOptions{Workers: 1, Memory: mem.Total(), Published: published})
	close(ready)
	if err != nil || r.Wait() != nil {
		t.Fatal(err)
	}
	if full == nil || full.Error() != "disk full" || tooMuch == nil || errors.Is(tooMuch, ErrEnded) || len(rec.results) != len(first.Entries) {
		t.Errorf("errors %v, %v; %d points", full, tooMuch, len(rec.results))
	}
}

// Points that are skipped are not computed; the others are what they would be,
// and a job of which nothing is left is not begun.
func TestSkip(t *testing.T) {
	plan := planned(t, sweep.Spec{}.With("sigma", "1,2,3", "lambda", "0,1e-5", "m", "20", "p", "4", "readout", "lda,perceptron"))
	skip := map[string]bool{}
	for _, e := range plan.Entries {
		if kernel.Sigma.X(e.Point) == 2 || e.Point.Fold == 2 && readout.Name.Of(e.Point) == "lda" {
			skip[e.Key] = true
		}
	}
	rec := &recorder{}
	ready := make(chan struct{})
	published, act := afterAct()
	var r *Run
	rec.onPoint = func() {
		if len(rec.results) == 1 {
			<-ready
			defer act()
			r.Skip(slices.Collect(maps.Keys(skip)))
		}
	}
	var err error
	r, err = Start(t.Context(), plan, rec, sweep.RunOptions{Workers: 1, Published: published})
	close(ready)
	if err != nil || r.Wait() != nil {
		t.Fatal(err, r.Wait())
	}
	for _, e := range plan.Entries {
		if got := rec.results[e.Key] != nil; got == skip[e.Key] {
			t.Errorf("%s: computed %v, skipped %v", e.Point.Label(), got, skip[e.Key])
		}
	}
	for _, e := range rec.events {
		if e.Result != nil && e.Result.Error != "" {
			t.Errorf("a point failed: %s", e.Result.Error)
		}
	}
}

// Skipping all that is left of a job in hand stops it; what is finished by then is told.
func TestSkipStopsWhatIsInHand(t *testing.T) {
	plan := planned(t, sweep.Spec{}.With("sigma", "1", "lambda", "log:1e-9:1e-1:40", "m", "40", "p", "4", "readout", "perceptron"))
	rec := &recorder{}
	ready := make(chan struct{})
	var r *Run
	rec.onPoint = func() {
		if len(rec.results) == 1 {
			<-ready
			var keys []string
			for _, e := range plan.Entries {
				keys = append(keys, e.Key)
			}
			r.Skip(keys)
		}
	}
	var err error
	r, err = Start(t.Context(), plan, rec, sweep.RunOptions{Workers: 1})
	close(ready)
	if err != nil || r.Wait() != nil {
		t.Fatal(err, r.Wait())
	}
	if most := 1 + sinkQueueCapacity + 1; len(rec.results) > most || len(rec.results) >= len(plan.Entries) {
		t.Errorf("%d points of %d were computed, at most %d may wait in the queue", len(rec.results), len(plan.Entries), most)
	}
	if end := rec.events[len(rec.events)-1]; end.Kind != sweep.Ended || end.Reason != "done" {
		t.Errorf("the run ended with %+v", end)
	}
}
