package serve

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// broker computes sweeps, one at a time, and tells of all sessions that are
// looked at.
type broker struct {
	ctx    context.Context // of the sweeps
	cancel context.CancelFunc
	logf   func(format string, args ...any)
	safely func(what string, f func()) bool

	mu       sync.Mutex
	hubs     map[string]*hub
	exec     *sessions.Execution // the sweep that is being computed, nil for none
	starting bool
	running  sync.WaitGroup
}

func newBroker(logf func(string, ...any), safely func(string, func()) bool) *broker {
	b := &broker{hubs: map[string]*hub{}, logf: logf, safely: safely}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	return b
}

var errStopping = errors.New("the server is stopping")

// taker is where the records of a sweep go that begins: the hub is known once
// the session is.
type taker struct {
	mu    sync.Mutex
	early []record.Record
	hub   *hub
}

func (t *taker) put(r record.Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hub == nil {
		t.early = append(t.early, r)
		return
	}
	t.hub.put(r)
}

// fill gives the hub what the session held and what came early, and all that
// comes from now on.
func (t *taker) fill(h *hub, held []record.Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range held {
		h.put(r)
	}
	for _, r := range t.early {
		h.put(r)
	}
	t.hub, t.early = h, nil
}

// begin starts a sweep, unless one is running.
func (b *broker) begin(start func(context.Context, func(record.Record)) (*sessions.Execution, error)) (*sessions.Execution, error) {
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
	b.running.Add(1)
	b.mu.Unlock()

	t := &taker{}
	var e *sessions.Execution
	err := errFault
	b.safely("starting a sweep", func() { e, err = start(b.ctx, t.put) })
	b.mu.Lock()
	defer b.mu.Unlock()
	b.starting = false
	if err != nil {
		b.running.Done()
		return nil, err
	}
	b.exec = e
	h := b.hubLocked(e.Session())
	h.users++
	h.poke()
	go b.safely("waiting for a sweep", func() {
		defer b.running.Done()
		b.await(e, h)
	})
	t.fill(h, e.Session().Records())
	return e, nil
}

// await waits for the end of a sweep and tells of it.
func (b *broker) await(e *sessions.Execution, h *hub) {
	defer func() { // whatever happens, the next one can begin
		b.mu.Lock()
		b.exec = nil
		b.mu.Unlock()
		b.leave(h)
	}()
	if err := e.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		b.logf("%s: %v", h.dir, err)
		h.fail(err)
	}
}

// busyLocked is why no sweep can begin now, for one who looks at dir.
func (b *broker) busyLocked(dir string) clean.Text {
	switch {
	case b.exec != nil && b.exec.Session().Dir != dir:
		return clean.Sprintf("%s is being computed here: wait for its end, or cancel it", filepath.Base(b.exec.Session().Dir))
	case b.starting:
		return "another sweep is starting here"
	}
	return ""
}

// computing is the sweep in a session that is being computed here, nil for none.
func (b *broker) computing(dir string) *sessions.Execution {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.exec != nil && b.exec.Session().Dir == dir {
		return b.exec
	}
	return nil
}

// look is what the broker knows of a session at this moment.
func (b *broker) look(dir string) (exec *sessions.Execution, busy clean.Text, watching int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if h := b.hubs[dir]; h != nil {
		watching = h.watching
	}
	if b.exec != nil && b.exec.Session().Dir == dir {
		exec = b.exec
	}
	return exec, b.busyLocked(dir), watching
}

// follow calls f with every record of a session, from the first on, and then as
// they come, until ctx ends.
func (b *broker) follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	b.mu.Lock()
	if b.ctx.Err() != nil {
		b.mu.Unlock()
		return errStopping
	}
	h := b.hubLocked(s)
	h.users++
	h.watching++
	if h.watching == 1 {
		var reading context.Context
		reading, h.quit = context.WithCancel(b.ctx)
		b.running.Add(1)
		go b.safely("reading a session", func() {
			defer b.running.Done()
			b.read(reading, h)
		})
	}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		if h.watching--; h.watching == 0 {
			h.quit()
		}
		b.mu.Unlock()
		b.leave(h)
	}()
	return h.follow(ctx, f)
}

// hubLocked is the hub of a session, made where there is none, or none that goes
// on.
func (b *broker) hubLocked(s *sessions.Session) *hub {
	h := b.hubs[s.Dir]
	if h == nil || h.failed() {
		h = newHub(s)
		b.hubs[s.Dir] = h
	}
	return h
}

// leave gives up a use of a hub; the last one closes it.
func (b *broker) leave(h *hub) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if h.users--; h.users == 0 && b.hubs[h.dir] == h {
		delete(b.hubs, h.dir)
	}
}

// current is the directory of the session that is being computed, "" for none.
func (b *broker) current() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.exec == nil {
		return ""
	}
	return b.exec.Session().Dir
}

// stop cancels the sweep, which can be resumed, and waits for all that is left.
func (b *broker) stop() {
	b.mu.Lock()
	b.cancel() // under the lock: a sweep that begins has been counted
	b.mu.Unlock()
	b.running.Wait()
}
