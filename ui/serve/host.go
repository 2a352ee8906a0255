package serve

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
)

// sessionHost is the server as the host of one client's workbench.
type sessionHost struct {
	server *Server
	key    Key
}

var _ control.Host = sessionHost{}

// Begin starts a sweep if the client may change the session.
func (h sessionHost) Begin(dir string, start func(context.Context, func(record.Record)) (*compute.Execution, error)) (*compute.Execution, error) {
	if why := h.server.permissions.denied(h.key, dir); why != "" {
		return nil, errors.New(string(why))
	}
	e, err := h.server.relay.start(start)
	if err == nil {
		h.server.log.printf("%s: computes %s", h.key.Name(), e.Session().Dir)
	}
	return e, h.server.hideFolder(err)
}

// Follow calls f with the records of a session.
func (h sessionHost) Follow(ctx context.Context, s *sessions.Session, f func(record.Record) error) error {
	return h.server.relay.follow(ctx, s, f)
}

// Fork copies a session with all points computed by now into a new session that the client may
// change. The client may have opened s some time ago, so it is read again.
func (h sessionHost) Fork(s *sessions.Session) (*sessions.Session, error) {
	h.server.forking.Lock() // so that simultaneous forks are both counted
	defer h.server.forking.Unlock()
	if h.server.permissions.forkCount(h.key) >= maxForks {
		return nil, fmt.Errorf("your key has forked %d sessions since the server started, the limit", maxForks)
	}
	s, err := s.Reopen()
	if err != nil {
		return nil, h.server.hideFolder(err)
	}
	dir, err := h.server.c.Dir(s.Header.Name)
	if err != nil {
		return nil, h.server.hideFolder(err)
	}
	fork, err := s.Fork(store.In(h.server.c.Root, dir))
	if err != nil {
		return nil, h.server.hideFolder(err)
	}
	h.server.permissions.setForkOwner(fork.Dir, h.key)
	h.server.log.printf("%s: forked %s from %s", h.key.Name(), fork.Dir, s.Dir)
	return fork, nil
}

// Aside waits until no other screen computes outside the sweep, because many at once would take
// processors and memory from it. The caller calls done at the end.
func (h sessionHost) Aside(ctx context.Context) (done func(), err error) {
	select {
	case h.server.compute <- struct{}{}:
		return func() { <-h.server.compute }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Standing returns the client's permissions on the session in dir, and the activity of others.
func (h sessionHost) Standing(dir string) control.Standing {
	execution, busy, followers := h.server.relay.status(dir)
	st := control.Standing{Role: h.server.permissions.role(h.key), Off: h.server.permissions.denied(h.key, dir), Busy: busy, Here: execution != nil, Watching: followers}
	if n := h.server.limits.count(); dir == "" && n > 1 {
		st.Role += clean.Sprintf(", %d here", n)
	}
	if st.Off != "" {
		return st
	}
	st.Exec = execution
	if dir != "" {
		st.Role = ownerRole
	}
	return st
}
