package serve

import (
	"context"
	"errors"
	"sync"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
)

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

func newBroadcast(s *sessions.Session) *broadcast {
	return &broadcast{dir: s.Dir, session: s, seen: map[recordID]bool{}, changed: make(chan struct{}), wake: make(chan struct{}, 1)}
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

// How often the files of a session are looked at: while it is being computed by
// another process, and for one to begin.
const (
	pollInterval   = 500 * time.Millisecond
	writerInterval = 2 * time.Second
)

// read fills a hub from the session's files for as long as somebody looks at it
// and this process does not compute it itself.
func (b *relay) read(ctx context.Context, h *broadcast) {
	for ctx.Err() == nil {
		if e := b.computing(h.dir); e != nil {
			select {
			case <-e.Done():
			case <-ctx.Done():
			}
		}
		err := b.readFiles(ctx, h)
		if err == nil {
			awaitWriter(ctx, h)
		} else if !errors.Is(err, context.Canceled) {
			h.fail(err)
			return
		}
	}
}

// readFiles follows the files until the sweep has ended, or this process begins
// to compute the session.
func (b *relay) readFiles(ctx context.Context, h *broadcast) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	defer close(ended)
	go b.safely("waiting for a writer", func() {
		select {
		case <-h.wake:
			cancel()
		case <-ended:
		}
	})
	return h.session.Follow(ctx, pollInterval, func(r record.Record) error {
		h.publish(r)
		return nil
	})
}

// awaitWriter waits for a session that has ended to go on: a journal comes.
func awaitWriter(ctx context.Context, h *broadcast) {
	before := h.session.Journals()
	tick := time.NewTicker(writerInterval)
	defer tick.Stop()
	for h.session.Journals() == before {
		select {
		case <-tick.C:
		case <-h.wake:
			return
		case <-ctx.Done():
			return
		}
	}
}
