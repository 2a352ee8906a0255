package serve

import (
	"errors"
	"net"

	gossh "golang.org/x/crypto/ssh"
)

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

// lineKey is the key of a connection's line in its context.
type connectionKey struct{}
