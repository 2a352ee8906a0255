package serve

import (
	"context"
	"sync"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

// taker is where the records of a sweep go that begins: the hub is known once
// the session is.
type startBuffer struct {
	mu      sync.Mutex
	records []record.Record
	to      *broadcast
}

func (t *startBuffer) publish(r record.Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.to == nil {
		t.records = append(t.records, r)
		return
	}
	t.to.publish(r)
}

// fill gives the hub what the session held and what came early, and all that
// comes from now on.
func (t *startBuffer) attach(h *broadcast, held []record.Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range held {
		h.publish(r)
	}
	for _, r := range t.records {
		h.publish(r)
	}
	t.to, t.records = h, nil
}

// hub holds the records of one session for all who look at it. The list only
// grows, and everyone goes through it at their own pace: putting a record waits
// for nobody.
type broadcast struct {
	dir     string
	session *sessions.Session

	// Counted by the broker, under its lock.
	uses        int                // followers, and the sweep that is computed into it
	followers   int                // followers
	stopReading context.CancelFunc // ends the reader

	mu      sync.Mutex
	records []record.Record
	seen    map[recordID]bool
	changed chan struct{} // closed when there is more, and made anew
	err     error         // why no more comes
	wake    chan struct{}
}

func newBroadcast(s *sessions.Session) *broadcast {
	return &broadcast{dir: s.Dir, session: s, seen: map[recordID]bool{}, changed: make(chan struct{}), wake: make(chan struct{}, 1)}
}

// mark tells records apart: those of a writer by their number, what no journal
// tells by what it says.
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

// put adds a record, once.
func (h *broadcast) publish(r record.Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m := recordIDOf(r)
	if h.seen[m] {
		return
	}
	h.seen[m] = true
	h.records = append(h.records, r)
	h.notifyLocked()
}

// fail ends the hub for those who look at it now.
func (h *broadcast) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.err = err
	h.notifyLocked()
}

// failed reports whether no more comes.
func (h *broadcast) failed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err != nil
}

func (h *broadcast) notifyLocked() {
	close(h.changed)
	h.changed = make(chan struct{})
}

// poke lets the reader look again who computes the session.
func (h *broadcast) wakeReader() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// follow calls f with every record until ctx ends or the hub fails.
func (h *broadcast) follow(ctx context.Context, f func(record.Record) error) error {
	for next := 0; ; {
		h.mu.Lock()
		more, changed, err := h.records[next:], h.changed, h.err
		h.mu.Unlock()
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
