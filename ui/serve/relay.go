package serve

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
)

// errStopping is the cause with which sessions and sweeps end when the server stops.
var errStopping = errors.New("the server is stopping")

// relay computes sweeps, one at a time, and passes the records of sessions to their followers,
// whether this process computes the session or another does.
type relay struct {
	ctx    context.Context // context of the sweeps
	cancel context.CancelFunc
	log    *eventLog

	mu         sync.Mutex
	broadcasts map[string]*broadcast // by the directory of the session
	execution  *compute.Execution    // running sweep, nil for none
	starting   bool
	goroutines sync.WaitGroup
}

// newRelay returns a relay without a sweep.
func newRelay(log *eventLog) *relay {
	r := &relay{broadcasts: map[string]*broadcast{}, log: log}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

// start starts a sweep, or returns an error if one is running.
func (r *relay) start(begin func(context.Context, func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error) {
	if err := r.reserve(); err != nil {
		return nil, err
	}
	buffer := &startBuffer{}
	var e *compute.Execution
	err := errFault
	r.log.safely("starting a sweep", func() { e, err = begin(r.ctx, buffer.publish) })
	r.mu.Lock()
	defer r.mu.Unlock()
	r.starting = false
	if err != nil {
		r.goroutines.Done()
		return nil, err
	}
	r.execution = e
	b := r.broadcastLocked(e.Session())
	b.uses++
	b.notifySweep()
	go r.log.safely("waiting for a sweep", func() {
		defer r.goroutines.Done()
		r.await(e, b)
	})
	buffer.attach(b, e.Session().Records())
	return e, nil
}

// reserve blocks other sweeps from starting, and counts a goroutine for this one.
func (r *relay) reserve() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return errStopping
	}
	if why := r.busyLocked(""); why != "" {
		return errors.New(string(why))
	}
	r.starting = true
	r.goroutines.Add(1)
	return nil
}

// await waits for the end of a sweep; a failure also ends its broadcast.
func (r *relay) await(e *compute.Execution, b *broadcast) {
	defer func() { // runs also after a panic, so that the next sweep can start
		r.mu.Lock()
		r.execution = nil
		r.mu.Unlock()
		r.release(b)
	}()
	if err := e.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		r.log.printf("%s: %v", b.session.Dir, err)
		b.fail(err)
	}
}

// stop cancels the sweep, which can be resumed, and waits for all goroutines.
func (r *relay) stop() {
	r.mu.Lock()
	r.cancel() // under the lock, so that reserve counts before it or refuses
	r.mu.Unlock()
	r.goroutines.Wait()
}

// current returns the directory of the session that is being computed, "" for none.
func (r *relay) current() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.execution == nil {
		return ""
	}
	return r.execution.Session().Dir
}

// computing returns the running sweep if it computes the session in dir, else nil.
func (r *relay) computing(dir string) *compute.Execution {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.computingLocked(dir)
}

// computingLocked implements computing. The caller holds mu.
func (r *relay) computingLocked(dir string) *compute.Execution {
	if r.execution != nil && r.execution.Session().Dir == dir {
		return r.execution
	}
	return nil
}

// status returns the running sweep of the session in dir, why no sweep can start, and the
// number of followers.
func (r *relay) status(dir string) (e *compute.Execution, busy clean.Text, followers int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b := r.broadcasts[dir]; b != nil {
		followers = b.followers
	}
	return r.computingLocked(dir), r.busyLocked(dir), followers
}

// busyLocked returns why no sweep can start now in the session in dir, "" if one can. The
// caller holds mu.
func (r *relay) busyLocked(dir string) clean.Text {
	switch {
	case r.execution != nil && r.execution.Session().Dir != dir:
		return clean.Sprintf("%s is being computed here: wait until it ends, or cancel it", filepath.Base(r.execution.Session().Dir))
	case r.starting:
		return "another sweep is starting here"
	}
	return ""
}

// follow calls f with every record of a session, past and future, until f fails or ctx ends.
// The first follower starts a reader of the session's files, and the last one stops it.
func (r *relay) follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	b, err := r.join(s)
	if err != nil {
		return err
	}
	defer r.leave(b)
	return b.follow(ctx, f)
}

// join adds a follower to the broadcast of a session, starting the reader for the first.
func (r *relay) join(s *sessions.Session) (*broadcast, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return nil, errStopping
	}
	b := r.broadcastLocked(s)
	b.uses++
	b.followers++
	if b.followers == 1 {
		var reading context.Context
		reading, b.stopReading = context.WithCancel(r.ctx)
		r.goroutines.Add(1)
		go r.log.safely("reading a session", func() {
			defer r.goroutines.Done()
			r.read(reading, b)
		})
	}
	return b, nil
}

// leave removes a follower of a broadcast, stopping the reader after the last.
func (r *relay) leave(b *broadcast) {
	r.mu.Lock()
	if b.followers--; b.followers == 0 {
		b.stopReading()
	}
	r.mu.Unlock()
	r.release(b)
}

// broadcastLocked returns the broadcast of a session, a new one if there is none or it has
// failed. The caller holds mu.
func (r *relay) broadcastLocked(s *sessions.Session) *broadcast {
	b := r.broadcasts[s.Dir]
	if b == nil || b.hasFailed() {
		b = newBroadcast(s)
		r.broadcasts[s.Dir] = b
	}
	return b
}

// release ends a use of a broadcast and removes it after the last.
func (r *relay) release(b *broadcast) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b.uses--; b.uses == 0 && r.broadcasts[b.session.Dir] == b {
		delete(r.broadcasts, b.session.Dir)
	}
}

// The intervals at which the files of a session are read while another process computes it, and
// at which they are checked for a new writer.
const (
	pollInterval   = 500 * time.Millisecond
	writerInterval = 2 * time.Second
)

// read publishes the records in the session's files until ctx ends. While this process computes
// the session itself, it waits.
func (r *relay) read(ctx context.Context, b *broadcast) {
	for ctx.Err() == nil {
		if e := r.computing(b.session.Dir); e != nil {
			select {
			case <-e.Done():
			case <-ctx.Done():
			}
		}
		err := r.readFiles(ctx, b)
		if err == nil {
			awaitWriter(ctx, b)
		} else if !errors.Is(err, context.Canceled) {
			b.fail(err)
			return
		}
	}
}

// readFiles publishes records from the files until the sweep has ended or this process computes
// the session.
func (r *relay) readFiles(ctx context.Context, b *broadcast) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	defer close(ended)
	go r.log.safely("waiting for a writer", func() {
		select {
		case <-b.sweepStarted:
			cancel()
		case <-ended:
		}
	})
	return b.session.Follow(ctx, pollInterval, func(rec record.Record) error {
		b.publish(rec)
		return nil
	})
}

// awaitWriter waits until another writer's journal appears in a session that has ended, or this
// process computes it.
func awaitWriter(ctx context.Context, b *broadcast) {
	before := journal.Count(b.session.Files())
	tick := time.NewTicker(writerInterval)
	defer tick.Stop()
	for journal.Count(b.session.Files()) == before {
		select {
		case <-tick.C:
		case <-b.sweepStarted:
			return
		case <-ctx.Done():
			return
		}
	}
}
