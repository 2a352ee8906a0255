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
type line struct {
	net.Conn
	s       *Server
	address netip.Prefix
	since   time.Time    // it was taken up
	read    atomic.Int64 // bytes that came

	mu       sync.Mutex
	key      string // the fingerprint that was proved, "" before that
	sessions int
	lonely   *time.Timer
}

// lineKey is the key of a connection's line in its context.
type lineKey struct{}

// connected takes up a connection, and drops another for it where there are too
// many on their way in.
func (s *Server) connected(ctx ssh.Context, conn net.Conn) net.Conn {
	s.mu.Lock()
	if s.ctx.Err() != nil {
		s.mu.Unlock()
		return nil
	}
	l := &line{Conn: conn, s: s, address: addressOf(conn.RemoteAddr())}
	l.lonely = time.AfterFunc(sessionWithin, func() { _ = l.Close() })
	s.lines[l] = true
	drop := s.startups.admit(l)
	s.mu.Unlock()
	ctx.SetValue(lineKey{}, l)
	if drop != nil {
		_ = drop.Close()
	}
	return l
}

// Read reads, and counts what came.
func (l *line) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	l.read.Add(int64(n))
	return n, err
}

// progress is how far a handshake is: nothing has come, a greeting, or the client's
// side of the key exchange, which is longer than any greeting may be.
func (l *line) progress() int {
	const greeting = 255 // RFC 4253, section 4.2
	switch n := l.read.Load(); {
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
const beyondSessions = 64

// proved makes a connection one of its key's.
func (l *line) proved(public gossh.PublicKey) error {
	key := gossh.FingerprintSHA256(public)
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	if l.s.ofKey[key] >= l.s.c.MaxPerKey+beyondSessions {
		return errManyConnections
	}
	if !l.s.lines[l] {
		return net.ErrClosed
	}
	l.s.ofKey[key]++
	l.s.startups.leave(l)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.key = key
	l.lonely.Reset(sessionWithin)
	return nil
}

// Close closes the connection, and forgets it.
func (l *line) Close() error {
	l.s.mu.Lock()
	if l.s.lines[l] {
		delete(l.s.lines, l)
		l.s.startups.leave(l)
		if l.key != "" {
			if l.s.ofKey[l.key]--; l.s.ofKey[l.key] == 0 {
				delete(l.s.ofKey, l.key)
			}
		}
	}
	l.s.mu.Unlock()
	l.lonely.Stop()
	return l.Conn.Close()
}

// enter and leave count the sessions of a connection.
func (l *line) enter() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sessions++
	l.lonely.Stop()
}

func (l *line) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sessions--; l.sessions == 0 {
		l.lonely.Reset(sessionWithin)
	}
}

// count is how many sessions the connection has.
func (l *line) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sessions
}

// failures bounds what the log says of connections that did not come in: whoever
// has no key could fill the disk with them.
type failures struct {
	mu      sync.Mutex
	since   time.Time
	told    int
	skipped int
}

// failuresTold lines of failures are written in failuresWithin.
const (
	failuresTold   = 20
	failuresWithin = 10 * time.Second
)

// note says whether a failure at a time is told, and how many were not since the
// last that was.
func (f *failures) note(now time.Time) (tell bool, skipped int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.since) >= failuresWithin {
		f.since, f.told = now, 0
	}
	if f.told >= failuresTold {
		f.skipped++
		return false, 0
	}
	f.told++
	skipped, f.skipped = f.skipped, 0
	return true, skipped
}

// failed tells the log of a connection that did not come in.
func (s *Server) failed(conn net.Conn, err error) {
	tell, skipped := s.failures.note(time.Now())
	if skipped > 0 {
		s.logf("%d more connections were not let in", skipped)
	}
	if tell {
		s.logf("%v: not let in: %v", conn.RemoteAddr(), err)
	}
}
