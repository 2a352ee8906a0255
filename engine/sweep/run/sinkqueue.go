package run

import (
	"sync"

	"example.com/sfatui/engine/sweep"
)

// sinkQueueCapacity is the number of events that may wait for the sink. When the queue is full,
// workers wait: points that are finished but not recorded would be lost with the process.
const sinkQueueCapacity = 16

// sinkQueue delivers the events of a run to its sink, one at a time and in order, from its own
// goroutine, so that workers do not wait for the disk.
type sinkQueue struct {
	sink   sweep.Sink
	cancel func()             // ends the run where the sink fails
	usage  func() sweep.Usage // called for each event; may be nil

	mu      sync.Mutex // guards ended, and the order of events
	ended   bool       // whether the Ended event is in the queue
	events  chan queuedEvent
	drained chan struct{} // closed when the last event was delivered
	err     error         // of the sink; read it only after drained is closed
}

// queuedEvent is an event to deliver (none if its Kind is empty), and a channel that is closed
// once it and all events before it are delivered; nil if no caller waits.
type queuedEvent struct {
	sweep.Event
	delivered chan struct{}
}

// newSinkQueue starts to deliver events to sink, each with the usage at the time of the event
// if usage is not nil. The caller must send Ended to stop it.
func newSinkQueue(sink sweep.Sink, cancel func(), usage func() sweep.Usage) *sinkQueue {
	q := &sinkQueue{sink: sink, cancel: cancel, usage: usage, events: make(chan queuedEvent, sinkQueueCapacity), drained: make(chan struct{})}
	go q.deliver()
	return q
}

func (q *sinkQueue) deliver() {
	defer close(q.drained)
	for e := range q.events {
		if q.err == nil && e.Kind != "" {
			if q.err = q.sink.Handle(e.Event); q.err != nil {
				q.cancel()
			}
		}
		if e.delivered != nil {
			close(e.delivered)
		}
	}
}

// send queues an event for the sink; it discards events after Ended.
func (q *sinkQueue) send(e sweep.Event) { q.enqueue(queuedEvent{Event: e}) }

// flush returns when the sink has handled all events so far.
func (q *sinkQueue) flush() { q.sendAndWait(sweep.Event{}) }

// sendAndWait queues an event and returns when the sink has handled it.
func (q *sinkQueue) sendAndWait(e sweep.Event) {
	u := queuedEvent{e, make(chan struct{})}
	if q.enqueue(u) {
		<-u.delivered
	}
}

// enqueue adds an event to the queue and reports whether it did: it discards events after
// Ended.
func (q *sinkQueue) enqueue(u queuedEvent) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return false
	}
	if q.usage != nil {
		u.Usage = q.usage()
	}
	q.events <- u
	if q.ended = u.Kind == sweep.Ended; q.ended {
		close(q.events)
	}
	return true
}
