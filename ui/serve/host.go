package serve

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui"
)

// host is the server as the workbench of one client sees it.
type host struct {
	server *Server
	key    Key
}

var _ ui.Bench = host{}

// Begin starts a sweep, if the session is the client's to compute.
func (b host) Begin(dir string, start func(context.Context, func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error) {
	if why := b.server.whyReadOnly(b.key, dir); why != "" {
		return nil, errors.New(string(why))
	}
	e, err := b.server.relay.start(func(ctx context.Context, put func(record.Record)) (*compute.Execution, error) {
		return start(b.server.confined(ctx), put)
	})
	if err == nil {
		b.server.logf("%s: computes %s", b.key.Name(), e.Session().Dir)
	}
	return e, err
}

// Follow passes on the records of a session.
func (b host) Follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	return b.server.relay.follow(ctx, s, f)
}

// Fork makes a session of the client's own from another, beside it, with all
// that is finished by now: the client opened it some time ago.
func (b host) Fork(s *sessions.Session) (*sessions.Session, error) {
	b.server.forking.Lock() // one at a time: they are counted
	defer b.server.forking.Unlock()
	if b.server.forkCount(b.key) >= maxForks {
		return nil, fmt.Errorf("your key has forked %d sessions since the server began, and may fork no more", maxForks)
	}
	s, err := s.Reopen()
	if err != nil {
		return nil, err
	}
	dir, err := b.server.c.Dir(s.Header.Name)
	if err != nil {
		return nil, err
	}
	fork, err := s.ForkAt(store.In(b.server.c.Root, dir))
	if err != nil {
		return nil, err
	}
	b.server.setForkOwner(fork.Dir, b.key)
	b.server.logf("%s: forked %s from %s", b.key.Name(), fork.Dir, s.Dir)
	return fork, nil
}

// Aside lets the screens compute one after the other: the sweep has the processors,
// and many screens at once would take them, and the memory, from it.
func (b host) Aside(ctx context.Context) (done func(), err error) {
	select {
	case b.server.compute <- struct{}{}:
		return func() { <-b.server.compute }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Standing is what the client is to a session.
func (b host) Standing(dir string) ui.Standing {
	exec, busy, watching := b.server.relay.status(dir)
	st := ui.Standing{Role: b.server.roleOf(b.key), Off: b.server.whyReadOnly(b.key, dir), Busy: busy, Here: exec != nil, Watching: watching}
	if st.Off == "" {
		st.Role, st.Exec = ownerRole, exec
	}
	return st
}
