package serve

import (
	"context"
	"sync"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// broadcast holds the records of one session for all its followers. The list only
// grows, and each follower reads it at its own pace: publish waits for none.
type broadcast struct {
	session *sessions.Session

	// The relay counts these, under its lock.
	uses        int // followers, and the sweep that is computed into the session
	followers   int
	stopReading context.CancelFunc // ends the reader of the session's files

	mu      sync.Mutex
	records []record.Record
	seen    map[recordID]bool
	changed chan struct{} // closed at a change, and made anew
	err     error         // why no more records come

	sweepStarted chan struct{} // tells the reader of the files that this process computes the session
}

func newBroadcast(s *sessions.Session) *broadcast {
	return &broadcast{session: s, seen: map[recordID]bool{}, changed: make(chan struct{}), sweepStarted: make(chan struct{}, 1)}
}

// recordID tells records apart: those in a journal by writer and number, others by
// what they hold.
type recordID struct {
	writer string
	n      uint64
	text   string
}

func recordIDOf(r record.Record) recordID {
	if r.N > 0 {
		return recordID{writer: r.Writer, n: r.N}
	}
	return recordID{text: r.Kind + string(r.Data)}
}

// publish adds a record, unless it was added before.
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

// fail ends the broadcast: its followers get err after the last record.
func (b *broadcast) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
	b.notifyLocked()
}

// failed reports whether no more records come.
func (b *broadcast) failed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err != nil
}

func (b *broadcast) notifyLocked() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// notifySweep tells the reader of the files that this process computes the session.
func (b *broadcast) notifySweep() {
	select {
	case b.sweepStarted <- struct{}{}:
	default:
	}
}

// follow calls f with each record until f fails, ctx ends or the broadcast fails.
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

// startBuffer keeps the records of a sweep that starts until its session, and so
// its broadcast, is known.
type startBuffer struct {
	mu      sync.Mutex
	records []record.Record
	to      *broadcast
}

func (s *startBuffer) publish(r record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.to == nil {
		s.records = append(s.records, r)
		return
	}
	s.to.publish(r)
}

// attach publishes the records that the session held, those that were kept, and from
// now on each at once.
func (s *startBuffer) attach(b *broadcast, held []record.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range held {
		b.publish(r)
	}
	for _, r := range s.records {
		b.publish(r)
	}
	s.to, s.records = b, nil
}
