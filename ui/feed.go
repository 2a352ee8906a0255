package ui

import (
	"context"
	"sync"
	"time"

	"example.com/sfatui/sessions/record"
)

// updateEvery is the shortest time between two looks at a feed: ten a second.
const updateEvery = 100 * time.Millisecond

// feed carries records from the goroutines that make them to the program.
// Putting a record never waits for the screen, and no record is dropped.
type feed struct {
	wake chan struct{} // has a token while there is something to take

	mu      sync.Mutex
	records []record.Record
	closed  bool
	err     error
}

func newFeed() *feed { return &feed{wake: make(chan struct{}, 1)} }

func (f *feed) put(r record.Record) {
	f.mu.Lock()
	f.records = append(f.records, r)
	f.mu.Unlock()
	f.signal()
}

// close ends the feed: err is why, nil for its natural end.
func (f *feed) close(err error) {
	f.mu.Lock()
	f.closed, f.err = true, err
	f.mu.Unlock()
	f.signal()
}

func (f *feed) signal() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// batch is what a feed had to give.
type batch struct {
	records []record.Record
	closed  bool
	err     error
}

// take waits for records, and then for pause so that those that come together
// are shown together.
func (f *feed) take(ctx context.Context, pause time.Duration) batch {
	select {
	case <-f.wake:
	case <-ctx.Done():
		return batch{closed: true, err: ctx.Err()}
	}
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	b := batch{f.records, f.closed, f.err}
	f.records = nil
	return b
}
