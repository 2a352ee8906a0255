package run

import (
	"errors"
	"fmt"
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
	rec := &recorder{}
	rec.onPoint = func() {
		told := int64(len(rec.results))
		for wait := time.Now(); told == 1 && begun.Load() < 3; time.Sleep(time.Millisecond) {
			if time.Since(wait) > time.Minute {
				t.Error("the worker waits for the sink")
				return
			}
		}
		if ahead := begun.Load() - told; ahead > mostUntold+1 {
			t.Errorf("%d points were begun beyond the %d that the sink has had", ahead, told)
		}
	}
	r, err := Start(t.Context(), plan, rec, sweep.RunOptions{Workers: 1, Published: func([]string) []string {
		begun.Add(1)
		return nil
	}})
	if err != nil || r.Wait() != nil {
		t.Fatal(err, r.Wait())
	}
	if len(rec.results) != len(plan.Entries) {
		t.Errorf("%d of %d points", len(rec.results), len(plan.Entries))
	}
}

// failing is a sink that fails at an event, and counts what it is told from then on.
type failing struct {
	at, had int
	err     error
}

func (f *failing) Handle(sweep.Event) error {
	f.had++
	if f.had >= f.at {
		return f.err
	}
	return nil
}

// Events come in order; a sink that fails is told nothing more and ends the run, and nothing
// comes behind the end.
func TestTeller(t *testing.T) {
	var stages []string
	told := newTeller(sinkFunc(func(e sweep.Event) error { stages = append(stages, e.Stage); return nil }), func() { t.Error("it was cancelled") })
	var want []string
	for i := range 3 * mostUntold {
		want = append(want, fmt.Sprint(i))
		told.tell(sweep.Event{Kind: sweep.StageDone, Stage: want[i]})
	}
	told.settle()
	if fmt.Sprint(stages) != fmt.Sprint(want) {
		t.Errorf("told %v", stages)
	}
	told.tell(sweep.Event{Kind: sweep.Ended})
	<-told.told
	told.tellNow(sweep.Event{Kind: sweep.Paused})
	if len(stages) != len(want)+1 || told.err != nil {
		t.Errorf("%d events, error %v", len(stages), told.err)
	}

	cancelled := 0
	f := &failing{at: 2, err: errors.New("disk full")}
	told = newTeller(f, func() { cancelled++ })
	for range 5 {
		told.tell(sweep.Event{Kind: sweep.StageDone})
	}
	told.tell(sweep.Event{Kind: sweep.Ended})
	<-told.told
	if f.had != 2 || cancelled != 1 || !errors.Is(told.err, f.err) {
		t.Errorf("told %d events, cancelled %d times, error %v", f.had, cancelled, told.err)
	}
}

// sinkFunc is a sink.
type sinkFunc func(sweep.Event) error

func (f sinkFunc) Handle(e sweep.Event) error { return f(e) }
