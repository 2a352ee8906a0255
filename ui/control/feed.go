package control

import (
	"context"
	"sync"
	"time"

	"example.com/sfatui/sessions/record"
)

// UpdateEvery is the shortest time between two looks at a feed: ten a second.
const UpdateEvery = 100 * time.Millisecond

// Feed carries records from the goroutines that make them to the program.
// Putting a record never waits for the screen, and no record is dropped.
type Feed struct {
	wake chan struct{} // has a token while there is something to take

	mu      sync.Mutex
	records []record.Record
	closed  bool
	err     error
}

func NewFeed() *Feed { return &Feed{wake: make(chan struct{}, 1)} }

func (f *Feed) Put(r record.Record) {
	f.mu.Lock()
	f.records = append(f.records, r)
	f.mu.Unlock()
	f.signal()
}

// Close ends the feed: err is why, nil for its natural end.
func (f *Feed) Close(err error) {
	f.mu.Lock()
	f.closed, f.err = true, err
	f.mu.Unlock()
	f.signal()
}

func (f *Feed) signal() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// Batch is what a feed had to give.
type Batch struct {
	Records []record.Record
	Closed  bool
	Err     error
}

// Take waits for records, and then for pause so that those that come together
// are shown together.
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
