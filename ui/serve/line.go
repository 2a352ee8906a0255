package serve

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

// line is a connection. Until its client has proved a key it is one of the
// startups; after that it counts for the key. One on which no session is for long is
// closed.
type connection struct {
	net.Conn
	s        *Server
	address  netip.Prefix
	accepted time.Time    // it was taken up
	received atomic.Int64 // bytes that came

	mu       sync.Mutex
	key      string // the fingerprint that was proved, "" before that
	sessions int
	unused   *time.Timer
}

// lineKey is the key of a connection's line in its context.
type connectionKey struct{}

// connected takes up a connection, and drops another for it where there are too
// many on their way in.
func (s *Server) accept(ctx ssh.Context, conn net.Conn) net.Conn {
	s.mu.Lock()
	if s.ctx.Err() != nil {
		s.mu.Unlock()
		return nil
	}
	l := &connection{Conn: conn, s: s, address: addressOf(conn.RemoteAddr())}
	l.unused = time.AfterFunc(sessionTimeout, func() { _ = l.Close() })
	s.connections[l] = true
	drop := s.startups.admit(l)
	s.mu.Unlock()
	ctx.SetValue(connectionKey{}, l)
	if drop != nil {
		_ = drop.Close()
	}
	return l
}

// Read reads, and counts what came.
func (l *connection) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	l.received.Add(int64(n))
	return n, err
}

// progress is how far a handshake is: nothing has come, a greeting, or the client's
// side of the key exchange, which is longer than any greeting may be.
func (l *connection) progress() int {
	const greeting = 255 // RFC 4253, section 4.2
	switch n := l.received.Load(); {
	case n == 0:
		return 0
	case n <= greeting:
		return 1
	}
	return 2
}

var errManyConnections = errors.New("its key has too many connections open")

// beyondSessions is how many more connections than sessions a key may have: the
// holders of one too many are told why, on a connection that lasts a while.
const extraConnections = 64

// proved makes a connection one of its key's.
func (l *connection) authenticated(public gossh.PublicKey) error {
	key := gossh.FingerprintSHA256(public)
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.s.perKey[key] >= l.s.c.MaxPerKey+extraConnections {
		return errManyConnections
	}
	if !l.s.connections[l] {
		return net.ErrClosed
	}
	l.s.perKey[key]++
	l.s.startups.remove(l)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.key = key
	l.unused.Reset(sessionTimeout)
	return nil
}

// Close closes the connection, and forgets it.
func (l *connection) Close() error {
	l.s.mu.Lock()
	if l.s.connections[l] {
		delete(l.s.connections, l)
		l.s.startups.remove(l)
		if l.key != "" {
			if l.s.perKey[l.key]--; l.s.perKey[l.key] == 0 {
				delete(l.s.perKey, l.key)
			}
		}
	}
	l.s.mu.Unlock()
	l.unused.Stop()
	return l.Conn.Close()
}

// enter and leave count the sessions of a connection.
func (l *connection) addSession() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sessions++
	l.unused.Stop()
}

func (l *connection) removeSession() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sessions--; l.sessions == 0 {
		l.unused.Reset(sessionTimeout)
	}
}

// count is how many sessions the connection has.
func (l *connection) sessionCount() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sessions
}

// failures bounds what the log says of connections that did not come in: whoever
// has no key could fill the disk with them.
type failureLimit struct {
	mu      sync.Mutex
	since   time.Time
	logged  int
	skipped int
}

// failuresTold lines of failures are written in failuresWithin.
const (
	failuresLogged   = 20
	failuresInterval = 10 * time.Second
)

// note says whether a failure at a time is told, and how many were not since the
// last that was.
func (f *failureLimit) allow(now time.Time) (tell bool, skipped int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.since) >= failuresInterval {
		f.since, f.logged = now, 0
	}
	if f.logged >= failuresLogged {
		f.skipped++
		return false, 0
	}
	f.logged++
	skipped, f.skipped = f.skipped, 0
	return true, skipped
}

// failed tells the log of a connection that did not come in.
func (s *Server) logFailure(conn net.Conn, err error) {
	tell, skipped := s.failureLimit.allow(time.Now())
	if skipped > 0 {
		s.logf("%d more connections were not let in", skipped)
	}
	if tell {
		s.logf("%v: not let in: %v", conn.RemoteAddr(), err)
	}
}
