package serve

import (
	"context"
	"sync"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// broadcast holds the records of one session for all its followers. The list only grows, and
// each follower reads it at its own pace, so publish never blocks.
type broadcast struct {
	session *sessions.Session

	// The relay changes these under its lock.
	uses        int // number of followers, plus one while this process computes the session
	followers   int
	stopReading context.CancelFunc // stops the reader of the session's files

	mu      sync.Mutex
	records []record.Record
	seen    map[recordID]bool
	changed chan struct{} // closed and replaced at each change
	err     error         // why there are no further records

	sweepStarted chan struct{} // signals the reader of the files that this process computes the session
}

// newBroadcast returns a broadcast without records.
func newBroadcast(s *sessions.Session) *broadcast {
	return &broadcast{session: s, seen: map[recordID]bool{}, changed: make(chan struct{}), sweepStarted: make(chan struct{}, 1)}
}

// recordID identifies a record: in a journal by writer and number, otherwise by its content.
type recordID struct {
	writer string
	n      uint64
	text   string
}

// recordIDOf returns the identity of a record.
func recordIDOf(r record.Record) recordID {
	if r.N > 0 {
		return recordID{writer: r.Writer, n: r.N}
	}
	return recordID{text: r.Kind + string(r.Data)}
}

// publish adds a record unless it is a duplicate.
func (b *broadcast) publish(r record.Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := recordIDOf(r)
	if b.seen[id] {
		return
	}
	b.seen[id] = true
	b.records = append(b.records, r)
	b.notifyLocked()
}

// fail ends the broadcast: follow returns err after the last record.
func (b *broadcast) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
	b.notifyLocked()
}

// hasFailed reports whether the broadcast has ended with an error.
func (b *broadcast) hasFailed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err != nil
}

// notifyLocked wakes all followers. The caller holds mu.
func (b *broadcast) notifyLocked() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// notifySweep signals the reader of the files that this process computes the session.
func (b *broadcast) notifySweep() {
	select {
	case b.sweepStarted <- struct{}{}:
	default:
	}
}

// follow calls f with each record. It returns when f fails, ctx ends or the broadcast fails.
func (b *broadcast) follow(ctx context.Context, f func(record.Record) error) error {
	for next := 0; ; {
		b.mu.Lock()
		more, changed, err := b.records[next:], b.changed, b.err
		b.mu.Unlock()
		for _, r := range more {
			if err := f(r); err != nil {
				return err
			}
		}
		next += len(more)
		if len(more) == 0 && err != nil {
			return err
		}
		if len(more) > 0 {
			continue
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// startBuffer buffers the records of a starting sweep until its session, and so its broadcast,
// is known.
type startBuffer struct {
	mu      sync.Mutex
	records []record.Record
	target  *broadcast
}

// publish passes a record to the broadcast, or buffers it while there is none.
func (s *startBuffer) publish(r record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.target == nil {
		s.records = append(s.records, r)
		return
	}
	s.target.publish(r)
}

// attach publishes the session's earlier records, then the buffered ones; later records go to b
// directly.
func (s *startBuffer) attach(b *broadcast, held []record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range held {
		b.publish(r)
	}
	for _, r := range s.records {
		b.publish(r)
	}
	s.target, s.records = b, nil
}
