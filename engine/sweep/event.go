package sweep

import (
	"time"

	"example.com/sfatui/engine/result"
)

// Kind says what an Event reports.
type Kind string

// The kinds of events, in the order in which a sweep emits them.
const (
	Started   Kind = "sweep.started"   // computing begins; Total is the points to do
	StageDone Kind = "stage.done"      // Stage says in words what was finished
	PointDone Kind = "point.done"      // Result is set, with Error when it failed
	Paused    Kind = "sweep.paused"    // by the user
	Continued Kind = "sweep.continued" // by the user
	Ended     Kind = "sweep.ended"     // Reason is "done" or "cancelled"
)

// Event is something that happened in a running sweep.
type Event struct {
	Kind   Kind
	Total  int
	Stage  string
	Result *result.Result
	Reason string
	// Usage is what the process had used when the event happened, however late the sink
	// handles it. It is zero without [RunOptions.Usage].
	Usage Usage
}

// Usage is what a process has used since it started.
type Usage struct {
	Time         time.Time // of the reading
	Processor    float64   // seconds of all processors together
	Stolen       float64   // seconds that the host of a virtual machine took from its processors
	MultiplyAdds int64     // in matrix products and triangular solves
}

// Sink takes the events of a sweep, one at a time, in order. An error stops
// the sweep: a result that cannot be recorded must not be computed in vain.
type Sink interface {
	Handle(Event) error
}
