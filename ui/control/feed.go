package control

import (
	"context"
	"sync"
	"time"

	"example.com/sfatui/sessions/record"
)

// UpdateEvery is the shortest time between two readings of a feed: ten a second.
const UpdateEvery = 100 * time.Millisecond

// Feed is a queue of records from the goroutines that produce them to the program. Put never
// blocks, and no record is dropped.
type Feed struct {
	wake chan struct{} // contains a token while there are records to take

	mu      sync.Mutex
	records []record.Record
	closed  bool
	err     error
}

// NewFeed returns an empty feed.
func NewFeed() *Feed { return &Feed{wake: make(chan struct{}, 1)} }

// Put appends a record.
func (f *Feed) Put(r record.Record) {
	f.mu.Lock()
	f.records = append(f.records, r)
	f.mu.Unlock()
	f.signal()
}

// Close ends the feed with an error, nil for its natural end.
func (f *Feed) Close(err error) {
	f.mu.Lock()
	f.closed, f.err = true, err
	f.mu.Unlock()
	f.signal()
}

// signal wakes Take.
func (f *Feed) signal() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Batch is the content of a feed at one moment.
type Batch struct {
	Records []record.Record
	Closed  bool
	Err     error
}

// Take waits for records, and then for pause, so that records in quick succession are returned
// together.
func (f *Feed) Take(ctx context.Context, pause time.Duration) Batch {
	select {
	case <-f.wake:
	case <-ctx.Done():
		return Batch{Closed: true, Err: ctx.Err()}
	}
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	b := Batch{f.records, f.closed, f.err}
	f.records = nil
	return b
}
