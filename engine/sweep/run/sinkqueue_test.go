package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"example.com/sfatui/engine/sweep"
)

// A sink that waits for its disk holds up nobody, until so many events wait that the points
// among them would be a loss.
func TestWorkersDoNotWaitForTheSink(t *testing.T) {
	plan := planned(t, sweep.Spec{}.With("sigma", "lin:1:40:40", "lambda", "0", "m", "20", "p", "4", "readout", "none"))
	var begun atomic.Int64 // jobs, of one point each
	third := make(chan struct{})
	limit, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	rec := &recorder{}
	rec.onPoint = func() {
		told := int64(len(rec.results))
		if told == 1 {
			select {
			case <-third:
			case <-limit.Done():
				t.Error("the worker waits for the sink")
			}
		}
		if ahead := begun.Load() - told; ahead > sinkQueueCapacity+1 {
			t.Errorf("%d points were begun beyond the %d that the sink has had", ahead, told)
		}
	}
	r, err := Start(t.Context(), plan, rec, sweep.RunOptions{Workers: 1, Published: func([]string) []string {
		if begun.Add(1) == 3 {
			close(third)
		}
		return nil
	}})
	if err != nil || r.Wait() != nil {
		t.Fatal(err, r.Wait())
	}
	if len(rec.results) != len(plan.Entries) {
		t.Errorf("%d of %d points", len(rec.results), len(plan.Entries))
	}
}

// Events come in order; a sink that fails is told nothing more and ends the run, and nothing
// comes behind the end.
func TestSinkQueue(t *testing.T) {
	var stages []string
	told := newSinkQueue(sinkFunc(func(e sweep.Event) error { stages = append(stages, e.Stage); return nil }), func() { t.Error("it was cancelled") }, nil)
	var want []string
	for i := range 3 * sinkQueueCapacity {
		want = append(want, fmt.Sprint(i))
		told.send(sweep.Event{Kind: sweep.StageDone, Stage: want[i]})
	}
	told.flush()
	if fmt.Sprint(stages) != fmt.Sprint(want) {
		t.Errorf("stages %v", stages)
	}
	told.send(sweep.Event{Kind: sweep.Ended})
	<-told.drained
	told.sendAndWait(sweep.Event{Kind: sweep.Paused})
	if len(stages) != len(want)+1 || told.err != nil {
		t.Errorf("%d events, error %v", len(stages), told.err)
	}

	had, cancelled, full := 0, 0, errors.New("disk full")
	told = newSinkQueue(sinkFunc(func(sweep.Event) error {
		if had++; had < 2 {
			return nil
		}
		return full
	}), func() { cancelled++ }, nil)
	for range 5 {
		told.send(sweep.Event{Kind: sweep.StageDone})
	}
	told.send(sweep.Event{Kind: sweep.Ended})
	<-told.drained
	if had != 2 || cancelled != 1 || !errors.Is(told.err, full) {
		t.Errorf("%d events, cancelled %d times, error %v", had, cancelled, told.err)
	}
}

// An event carries what was used when it happened, although the sink handles it later.
func TestEventsCarryUsage(t *testing.T) {
	var used int64
	var got []int64
	emitted := make(chan struct{})
	told := newSinkQueue(sinkFunc(func(e sweep.Event) error {
		<-emitted
		got = append(got, e.Usage.MultiplyAdds)
		return nil
	}), func() {}, func() sweep.Usage { return sweep.Usage{MultiplyAdds: used} })
	for used = 1; used <= 3; used++ {
		told.send(sweep.Event{Kind: sweep.StageDone})
	}
	told.send(sweep.Event{Kind: sweep.Ended})
	close(emitted)
	<-told.drained
	if want := []int64{1, 2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("events carry %v, want %v", got, want)
	}
}

// sinkFunc is a sink.
type sinkFunc func(sweep.Event) error

func (f sinkFunc) Handle(e sweep.Event) error { return f(e) }
