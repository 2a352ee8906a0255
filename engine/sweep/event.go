package sweep

import (
	"time"

	"example.com/sfatui/engine/result"
)

// Kind is the kind of an Event.
type Kind string

// The kinds of events, in the order in which a sweep emits them.
const (
	Started   Kind = "sweep.started"   // computing begins; Total is the number of points to compute
	StageDone Kind = "stage.done"      // Stage is the finished stage in words
	PointDone Kind = "point.done"      // Result is set, with its Error if the point failed
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
	// Usage is the usage of the process at the time of the event, however late the sink
	// handles it. It is zero without [RunOptions.Usage].
	Usage Usage
}

// Usage is the resources that a process has used since it started.
type Usage struct {
	Time         time.Time // of the reading
	Processor    float64   // processor seconds, summed over processors
	Stolen       float64   // seconds that the host of a virtual machine took from its processors
	MultiplyAdds int64     // in matrix products and triangular solves
}

// Sink handles the events of a sweep, one at a time, in order. An error stops the sweep: a
// result that cannot be recorded must not be computed in vain.
type Sink interface {
	Handle(Event) error
}
