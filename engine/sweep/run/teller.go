package run

import (
	"sync"

	"example.com/sfatui/engine/sweep"
)

// mostUntold is how many events may wait for the sink. Whoever has more to tell waits:
// points that are finished and not recorded would be lost with the process.
const mostUntold = 16

// teller hands the events of a run to its sink, one at a time and in order, from a
// goroutine of its own: the sink waits for a disk, and those who compute do not.
type teller struct {
	sink   sweep.Sink
	cancel func()             // ends the run where the sink fails
	usage  func() sweep.Usage // read for each event; nil where nobody needs it

	mu     sync.Mutex // guards ended, and the order of events
	ended  bool       // no event comes behind the last
	untold chan untold
	told   chan struct{} // closed when the last one was
	err    error         // of the sink; to be read when all is told
}

// untold is an event that waits, if any, and what is closed when the sink has had it and all
// before it; nil where nobody waits for that.
type untold struct {
	sweep.Event
	handed chan struct{}
}

// newTeller starts to deliver events to sink, each with the usage read as it happened, where
// usage is not nil. The caller must send Ended.
func newTeller(sink sweep.Sink, cancel func(), usage func() sweep.Usage) *teller {
	t := &teller{sink: sink, cancel: cancel, usage: usage, untold: make(chan untold, mostUntold), told: make(chan struct{})}
	go t.work()
	return t
}

func (t *teller) work() {
	defer close(t.told)
	for e := range t.untold {
		if t.err == nil && e.Kind != "" {
			if t.err = t.sink.Handle(e.Event); t.err != nil {
				t.cancel()
			}
		}
		if e.handed != nil {
			close(e.handed)
		}
	}
}

// tell leaves an event for the sink. Nothing is told behind the end.
func (t *teller) tell(e sweep.Event) { t.leave(untold{Event: e}) }

// settle returns when the sink has had all events so far.
func (t *teller) settle() { t.tellNow(sweep.Event{}) }

// tellNow returns when the sink has had the event.
func (t *teller) tellNow(e sweep.Event) {
	u := untold{e, make(chan struct{})}
	if t.leave(u) {
		<-u.handed
	}
}

// leave reports whether the event is not behind the end.
func (t *teller) leave(u untold) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return false
	}
	if t.usage != nil {
		u.Usage = t.usage()
	}
	t.untold <- u
	if t.ended = u.Kind == sweep.Ended; t.ended {
		close(t.untold)
	}
	return true
}
