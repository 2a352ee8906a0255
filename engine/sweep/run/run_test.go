package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// recorder is a sink that keeps what it gets.
type recorder struct {
	mu      sync.Mutex
	events  []sweep.Event
	results map[string]*result.Result
	failAt  int // of results, when above 0
	notify  chan struct{}
	onPoint func() // called with every result
}

func (r *recorder) Handle(e sweep.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
	if e.Kind == sweep.PointDone {
		if r.results == nil {
			r.results = map[string]*result.Result{}
		}
		if r.results[e.Result.Key] != nil {
			return fmt.Errorf("point %s came twice", e.Result.Key)
		}
		r.results[e.Result.Key] = e.Result
		if r.onPoint != nil {
			r.onPoint()
		}
		if r.failAt > 0 && len(r.results) >= r.failAt {
			return errors.New("disk full")
		}
		if r.notify != nil {
			select {
			case r.notify <- struct{}{}:
			default:
			}
		}
	}
	return nil
}

// texts are the results as bytes, without the seconds.
func (r *recorder) texts(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for k, res := range r.results {
		copied := *res
		copied.Seconds = 0
		b, err := json.Marshal(copied)
		if err != nil {
			t.Fatal(err)
		}
		out[k] = string(b)
	}
	return out
}

func runAll(t *testing.T, p *sweep.Plan, o sweep.RunOptions) *recorder {
	t.Helper()
	sink := &recorder{}
	runInto(t, p, sink, o)
	return sink
}

// runInto runs a sweep to its end.
func runInto(t *testing.T, p *sweep.Plan, sink sweep.Sink, o sweep.RunOptions) {
	t.Helper()
	r, err := Start(context.Background(), p, sink, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestEveryPointOnceAndSound(t *testing.T) {
	p := sweeptest.Plan(t, sweeptest.Trials(4, 2, 40), sweeptest.Spec())
	sink := runAll(t, p, sweep.RunOptions{Workers: 2})
	if len(sink.results) != len(p.Entries) {
		t.Fatalf("%d results of %d points", len(sink.results), len(p.Entries))
	}
	for _, e := range p.Entries {
		if !(e.Cost > 0) {
			t.Errorf("%+v: cost %g", e.Point, e.Cost)
		}
		res := sink.results[e.Key]
		if res.Error != "" {
			t.Errorf("%+v: %s", e.Point, res.Error)
			continue
		}
		if !res.Variance.OK {
			t.Errorf("%+v: variance %+v", e.Point, res.Variance)
		}
		for _, s := range res.Slowness.Train {
			if !(s >= 0) {
				t.Errorf("%+v: slowness %v", e.Point, res.Slowness.Train)
			}
		}
		if method.Name.Of(e.Point) == "sfa" && !slices.IsSorted(res.Slowness.Train) && method.Lambda.X(e.Point) == 0 {
			t.Errorf("%+v: features are not in order: %v", e.Point, res.Slowness.Train)
		}
		if a := res.Accuracy; a == nil || !(a.Sample >= 0 && a.Sample <= 1) {
			t.Errorf("%+v: accuracy %v", e.Point, a)
		}
		if res.Validation == nil || res.Validation.Accuracy == nil {
			t.Errorf("%+v: no validation", e.Point)
		}
	}
	if last := sink.events[len(sink.events)-1]; last.Kind != sweep.Ended || last.Reason != "done" {
		t.Errorf("last event %+v", last)
	}
}

// once holds the results of undisturbed.
var once struct {
	sync.Once
	texts map[string]string
}

// undisturbed returns the results of [sweeptest.Spec] over sweeptest.Trials(4, 2, 40), by key, of
// one worker that computed all of them.
func undisturbed(t *testing.T) map[string]string {
	once.Do(func() {
		once.texts = runAll(t, sweeptest.Plan(t, sweeptest.Trials(4, 2, 40), sweeptest.Spec()), sweep.RunOptions{Workers: 1}).texts(t)
	})
	if once.texts == nil {
		t.Fatal("the sweep failed in another test")
	}
	return once.texts
}

func TestSameBytesForAnyNumberOfWorkersAndAfterResume(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	want := undisturbed(t)
	two := runAll(t, sweeptest.Plan(t, set, sweeptest.Spec()), sweep.RunOptions{Workers: 3}).texts(t)
	done := map[string]bool{}
	p := sweeptest.Plan(t, set, sweeptest.Spec())
	for i, e := range p.Entries {
		if i%3 == 0 {
			done[e.Key] = true
		}
	}
	rest := runAll(t, p, sweep.RunOptions{Workers: 2, Done: done}).texts(t)
	for k, w := range want {
		if two[k] != w {
			t.Errorf("with three workers:\n%s\nwith one:\n%s", two[k], w)
		}
		if done[k] {
			if rest[k] != "" {
				t.Errorf("point %s was done and came again", k)
			}
		} else if rest[k] != w {
			t.Errorf("resumed:\n%s\nundisturbed:\n%s", rest[k], w)
		}
	}
}

// What another process has published is left out, job by job, and changes nothing of
// the rest.
func TestPublishedPointsAreLeftOut(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	want := undisturbed(t)
	p := sweeptest.Plan(t, set, sweeptest.Spec())
	there := map[string]bool{}
	for i, e := range p.Entries {
		there[e.Key] = i%4 != 0
	}
	var mu sync.Mutex
	asked := 0
	got := runAll(t, p, sweep.RunOptions{Workers: 2, Published: func(keys []string) []string {
		mu.Lock()
		defer mu.Unlock()
		asked += len(keys)
		return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return !there[key] })
	}}).texts(t)
	if asked != len(p.Entries) {
		t.Errorf("asked about %d points of %d", asked, len(p.Entries))
	}
	for k, w := range want {
		if there[k] {
			w = ""
		}
		if got[k] != w {
			t.Errorf("point %s, published before: %v:\n%s\nwant\n%s", k, there[k], got[k], w)
		}
	}
}

// What is fitted must not move when only test samples do.
func TestTestSamplesTouchNothingFitted(t *testing.T) {
	s := sweeptest.Spec()
	s = s.With("standardize", "on", "clip", "quantile:0.02")
	s.Set("sigma", "0.8,1.6")
	s.Set("front", "none,whiten:2")
	s.Set("space", "kernel,linear,poly,0.8exp")
	s.Set("readout", "lda")
	s.Set("select", "mp-mah")
	set := sweeptest.Trials(4, 2, 40)
	before := runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{})
	folds, err := split.Folds(set, s.Split)
	if err != nil {
		t.Fatal(err)
	}
	for _, span := range folds[0].Test {
		for row := span.Start; row < span.End; row++ {
			for j := range 3 {
				set.X.Set(row, j, -3*set.X.At(row, j)+float64(row%7))
			}
		}
	}
	after := runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{})
	moved := false
	for k, a := range before.results {
		if a.Point.Fold != 0 {
			continue
		}
		b := after.results[k]
		if !reflect.DeepEqual(a.Validation, b.Validation) || fmt.Sprint(a.Picks, a.Slowness.Train, a.Variance) != fmt.Sprint(b.Picks, b.Slowness.Train, b.Variance) {
			t.Fatalf("%+v: what was fitted moved with the test part", a.Point)
		}
		moved = moved || a.Slowness.MeanTest != b.Slowness.MeanTest
	}
	if !moved {
		t.Error("the test measures did not move: the check is void")
	}
}

func TestAFailingPointIsRecordedAndTheRestGoesOn(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	folds, err := split.Folds(set, split.Options{Folds: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	// One class only in the first fold's training part: its readouts fail.
	for _, span := range folds[0].Train {
		for row := span.Start; row < span.End; row++ {
			set.Label[row] = 0
		}
	}
	s := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("sigma", "1", "lambda", "0", "m", "20", "p", "3", "readout", "lda,none")
	sink := runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{})
	for _, res := range sink.results {
		fails := res.Point.Fold == 0 && readout.Name.Of(res.Point) == "lda"
		if (res.Error != "") != fails {
			t.Errorf("%+v: error %q", res.Point, res.Error)
		}
	}
	if len(sink.results) != 4 {
		t.Errorf("%d results, want 4", len(sink.results))
	}
}

func TestCancelStopsAndKeepsWhatIsDone(t *testing.T) {
	s := sweeptest.Spec()
	s.Set("m", "150,300")
	p := sweeptest.Plan(t, sweeptest.Trials(6, 6, 60), s)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sink := &recorder{onPoint: cancel}
	r, err := Start(ctx, p, sink, sweep.RunOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-r.Done():
	case <-time.After(20 * time.Second):
		t.Fatal("the run goes on after it was cancelled")
	}
	if err := r.Wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if len(sink.results) == len(p.Entries) {
		t.Error("every point was computed though the first one cancelled the rest")
	}
	for _, res := range sink.results {
		if res.Error != "" {
			t.Errorf("a cancelled point was recorded as failed: %s", res.Error)
		}
	}
	if last := sink.events[len(sink.events)-1]; last.Kind != sweep.Ended || last.Reason != "cancelled" {
		t.Errorf("last event %+v", last)
	}
}

func TestASinkThatFailsStopsTheRun(t *testing.T) {
	sink := &recorder{failAt: 3}
	r, err := Start(context.Background(), sweeptest.Plan(t, sweeptest.Trials(4, 2, 40), sweeptest.Spec()), sink, sweep.RunOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v", err)
	}
	if len(sink.results) != 3 {
		t.Errorf("%d results after the sink failed", len(sink.results))
	}
}

func TestPauseHoldsAndContinueGoesOn(t *testing.T) {
	sink := &recorder{notify: make(chan struct{}, 1)}
	p := sweeptest.Plan(t, sweeptest.Trials(4, 2, 40), sweeptest.Spec())
	published, act := afterAct()
	r, err := Start(context.Background(), p, sink, sweep.RunOptions{Workers: 1, Published: published})
	if err != nil {
		t.Fatal(err)
	}
	<-sink.notify
	r.Pause()
	r.Pause() // a second time does nothing
	act()
	r.Continue()
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	var kinds []sweep.Kind
	for _, e := range sink.events {
		if e.Kind == sweep.Paused || e.Kind == sweep.Continued {
			kinds = append(kinds, e.Kind)
		}
	}
	if !slices.Equal(kinds, []sweep.Kind{sweep.Paused, sweep.Continued}) {
		t.Errorf("events %v", kinds)
	}
	if len(sink.results) != len(p.Entries) {
		t.Errorf("%d results of %d", len(sink.results), len(p.Entries))
	}
}

// lateHand is a recorder that has somebody pause the run while it is told of the
// end.
type lateHand struct {
	recorder
	run  chan *Run
	over chan struct{}
}

func (l *lateHand) Handle(e sweep.Event) error {
	if e.Kind == sweep.Ended {
		run := <-l.run
		go func() {
			defer close(l.over)
			run.Pause()
		}()
		for paused := false; !paused; runtime.Gosched() {
			run.gate.mu.Lock()
			paused = run.gate.closed != nil
			run.gate.mu.Unlock()
		}
	}
	return l.recorder.Handle(e)
}

func TestNoEventFollowsTheEnd(t *testing.T) {
	sink := &lateHand{run: make(chan *Run, 1), over: make(chan struct{})}
	p := sweeptest.Plan(t, sweeptest.Trials(3, 1, 20), sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "readout", "none", "p", "1", "lambda", "0"))
	run, err := Start(t.Context(), p, sink, sweep.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sink.run <- run
	if err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	<-sink.over
	if last := sink.events[len(sink.events)-1].Kind; last != sweep.Ended {
		t.Errorf("the last event is %s", last)
	}
}

func TestTooMuchMemoryIsRefusedWithWhatFits(t *testing.T) {
	s := sweeptest.Spec()
	s.Set("space", "kernel")
	s.Set("m", "300")
	p := sweeptest.Plan(t, sweeptest.Trials(6, 6, 60), s)
	_, err := Start(context.Background(), p, &recorder{}, sweep.RunOptions{Memory: 4 << 20})
	if err == nil || !strings.Contains(err.Error(), "would fit") {
		t.Fatalf("error %v", err)
	}
	var m int
	if _, err := fmt.Sscanf(err.Error()[strings.Index(err.Error(), "m = "):], "m = %d", &m); err != nil {
		t.Fatal(err)
	}
	s.Set("m", fmt.Sprint(m))
	if _, err := sweeptest.Plan(t, sweeptest.Trials(6, 6, 60), s).Memory(4, 4<<20); err != nil {
		t.Errorf("m = %d was promised to fit: %v", m, err)
	}
}

func TestBadSpecs(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	for _, c := range []struct {
		change func(*sweep.Spec)
		part   string
	}{
		{func(s *sweep.Spec) { s.Set("sigma", "0") }, "must be above 0"},
		{func(s *sweep.Spec) { s.Set("sigma", "-1") }, "must be above 0"},
		{func(s *sweep.Spec) { s.Set("lambda", "-1e-3") }, "must be 0 or above"},
		{func(s *sweep.Spec) { s.Set("m", "5000") }, "training samples"},
		{func(s *sweep.Spec) { s.Set("m", "1") }, "at least 2 supports"},
		{func(s *sweep.Spec) { s.Set("method", "ica") }, "choose from sfa, pca"},
		{func(s *sweep.Spec) { s.Set("readout", "linear") }, "--target"},
		{func(s *sweep.Spec) { s.Objective = "rmse" }, "--target"},
		{func(s *sweep.Spec) { s.Objective = "luck" }, "choose from"},
		{func(s *sweep.Spec) { s.Set("eta", "-1") }, "0 or above"},
		{func(s *sweep.Spec) { s.Set("cut", "1") }, "below 1"},
		{func(s *sweep.Spec) { s.Set("pairs", "some") }, "not a number"},
		{func(s *sweep.Spec) { s.Set("graph", "edges:no-such-file") }, "no such file"},
		{func(s *sweep.Spec) { s.Set("weights", "samples") }, "--importance"},
		{func(s *sweep.Spec) { s.Set("front", "ica:3") }, "write none"},
		{func(s *sweep.Spec) { s.Set("front", "pca:0") }, "number of components"},
		{func(s *sweep.Spec) { s.Set("front", "pca:2.5") }, "whole"},
		{func(s *sweep.Spec) {
			s.Set("space", "poly")
			s.Set("degree", "60")
		}, "dimensions"},
	} {
		s := sweeptest.Spec()
		c.change(&s)
		_, err := sweep.NewPlan(set, "hash", s)
		var specErr *part.SpecError
		if !errors.As(err, &specErr) || !strings.Contains(err.Error(), c.part) {
			t.Errorf("error %v, want a SpecError about %q", err, c.part)
		}
	}
}

func TestPointJSONLeavesOutWhatDoesNotApply(t *testing.T) {
	p := part.Point{Frame: part.Frame{Folds: 1, Seed: 1}}.With(method.Name.Is("sfa"), space.Name.Is("linear"), method.Lambda.Is(0), method.P.Is(4), graph.Name.Is("time"), readout.Name.Is("none"))
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"method":"sfa","space":"linear","lambda":0,"p":4,"graph":"time","readout":"none","fold":0,"folds":1,"seed":1}`; string(b) != want {
		t.Errorf("%s\nwant\n%s", b, want)
	}
	var back part.Point
	if err := json.Unmarshal(b, &back); err != nil || back != p {
		t.Errorf("read back as %+v (%v)", back, err)
	}
	if sweep.Key(p, "a") == sweep.Key(p, "b") || sweep.Key(p, "a") == sweep.Key(back.Config(), "b") || len(sweep.Key(p, "a")) != 64 {
		t.Error("keys do not depend on the data")
	}
}

func TestFloatsRoundTrip(t *testing.T) {
	for _, x := range []float64{0, -0.1, 1e-300, math.Inf(1), math.Inf(-1), math.NaN(), 0.1 + 0.2} {
		b, err := json.Marshal(part.Float(x))
		if err != nil {
			t.Fatal(err)
		}
		var back part.Float
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		if float64(back) != x && !(math.IsNaN(x) && math.IsNaN(float64(back))) {
			t.Errorf("%v came back as %v", x, back)
		}
	}
}

func BenchmarkSweep(b *testing.B) {
	set := sweeptest.Trials(6, 4, 60)
	s := sweeptest.Spec()
	s.Set("m", "50,100")
	for b.Loop() {
		p, err := sweep.NewPlan(set, "hash", s)
		if err != nil {
			b.Fatal(err)
		}
		r, err := Start(context.Background(), p, &recorder{}, sweep.RunOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Wait(); err != nil {
			b.Fatal(err)
		}
	}
}
