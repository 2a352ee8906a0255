package serve

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// broker computes sweeps, one at a time, and tells of all sessions that are
// looked at.
type relay struct {
	ctx    context.Context // of the sweeps
	cancel context.CancelFunc
	logf   func(format string, args ...any)
	safely func(what string, f func()) bool

	mu         sync.Mutex
	broadcasts map[string]*broadcast
	execution  *compute.Execution // the sweep that is being computed, nil for none
	starting   bool
	goroutines sync.WaitGroup
}

func newRelay(logf func(string, ...any), safely func(string, func()) bool) *relay {
	b := &relay{broadcasts: map[string]*broadcast{}, logf: logf, safely: safely}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

var errStopping = errors.New("the server is stopping")

// begin starts a sweep, unless one is running.
func (b *relay) start(start func(context.Context, func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error) {
	b.mu.Lock()
	why := b.busyLocked("")
	if b.ctx.Err() != nil {
		why = clean.Of(errStopping.Error())
	}
	if why != "" {
		b.mu.Unlock()
		return nil, errors.New(string(why))
	}
	b.starting = true
	b.goroutines.Add(1)
	b.mu.Unlock()

	t := &startBuffer{}
	var e *compute.Execution
	err := errFault
	b.safely("starting a sweep", func() { e, err = start(b.ctx, t.publish) })
	b.mu.Lock()
	defer b.mu.Unlock()
	b.starting = false
	if err != nil {
		b.goroutines.Done()
		return nil, err
	}
	b.execution = e
	h := b.broadcastLocked(e.Session())
	h.uses++
	h.wakeReader()
	go b.safely("waiting for a sweep", func() {
		defer b.goroutines.Done()
		b.await(e, h)
	})
	t.attach(h, e.Session().Records())
	return e, nil
}

// await waits for the end of a sweep and tells of it.
func (b *relay) await(e *compute.Execution, h *broadcast) {
	defer func() { // whatever happens, the next one can begin
		b.mu.Lock()
		b.execution = nil
		b.mu.Unlock()
		b.release(h)
	}()
	if err := e.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		b.logf("%s: %v", h.dir, err)
		h.fail(err)
	}
}

// busyLocked is why no sweep can begin now, for one who looks at dir.
func (b *relay) busyLocked(dir string) clean.Text {
	switch {
	case b.execution != nil && b.execution.Session().Dir != dir:
		return clean.Sprintf("%s is being computed here: wait for its end, or cancel it", filepath.Base(b.execution.Session().Dir))
	case b.starting:
		return "another sweep is starting here"
	}
	return ""
}

// computing is the sweep in a session that is being computed here, nil for none.
func (b *relay) computing(dir string) *compute.Execution {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.execution != nil && b.execution.Session().Dir == dir {
		return b.execution
	}
	return nil
}

// look is what the broker knows of a session at this moment.
func (b *relay) status(dir string) (exec *compute.Execution, busy clean.Text, watching int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if h := b.broadcasts[dir]; h != nil {
		watching = h.followers
	}
	if b.execution != nil && b.execution.Session().Dir == dir {
		exec = b.execution
	}
	return exec, b.busyLocked(dir), watching
}

// follow calls f with every record of a session, from the first on, and then as
// they come, until ctx ends.
func (b *relay) follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	b.mu.Lock()
	if b.ctx.Err() != nil {
		b.mu.Unlock()
		return errStopping
	}
	h := b.broadcastLocked(s)
	h.uses++
	h.followers++
	if h.followers == 1 {
		var reading context.Context
		reading, h.stopReading = context.WithCancel(b.ctx)
		b.goroutines.Add(1)
		go b.safely("reading a session", func() {
			defer b.goroutines.Done()
			b.read(reading, h)
		})
	}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		if h.followers--; h.followers == 0 {
			h.stopReading()
		}
		b.mu.Unlock()
		b.release(h)
	}()
	return h.follow(ctx, f)
}

// hubLocked is the hub of a session, made where there is none, or none that goes
// on.
func (b *relay) broadcastLocked(s *sessions.Session) *broadcast {
	h := b.broadcasts[s.Dir]
	if h == nil || h.failed() {
		h = newBroadcast(s)
		b.broadcasts[s.Dir] = h
	}
	return h
}

// leave gives up a use of a hub; the last one closes it.
func (b *relay) release(h *broadcast) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if h.uses--; h.uses == 0 && b.broadcasts[h.dir] == h {
		delete(b.broadcasts, h.dir)
	}
}

// current is the directory of the session that is being computed, "" for none.
func (b *relay) current() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.execution == nil {
		return ""
	}
	return b.execution.Session().Dir
}

// stop cancels the sweep, which can be resumed, and waits for all that is left.
func (b *relay) stop() {
	b.mu.Lock()
	b.cancel() // under the lock: a sweep that begins has been counted
	b.mu.Unlock()
	b.goroutines.Wait()
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
