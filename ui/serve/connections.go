package serve

import (
	"errors"
	"net"
	"sync"
)

var errManyConnections = errors.New("its key has too many connections open")

// extraConnections is the number of connections that a key may have beyond its sessions: a
// client beyond its limit of sessions needs a connection to receive the refusal.
const extraConnections = 64

// connections holds all open connections. Until its client has authenticated, a connection is
// one of the startups; after that it counts for the client's key.
type connections struct {
	maxPerKey int
	startups  *startups

	mu     sync.Mutex
	open   map[*connection]string // fingerprint of the client's key, "" before authentication
	perKey map[string]int         // authenticated connections by fingerprint
	byPeer map[string]*connection // unauthenticated connections by the client's address
	closed bool
}

// newConnections returns an empty set that limits a key to extraConnections more connections
// than sessions.
func newConnections(sessionsPerKey int, limits Startups) *connections {
	return &connections{maxPerKey: sessionsPerKey + extraConnections, startups: newStartups(limits), open: map[*connection]string{}, perKey: map[string]int{}, byPeer: map[string]*connection{}}
}

// accept registers a connection. If there are too many unauthenticated ones it closes another.
// It returns nil after closeAll.
func (cs *connections) accept(conn net.Conn) *connection {
	cs.mu.Lock()
	if cs.closed {
		cs.mu.Unlock()
		return nil
	}
	c := newConnection(conn, cs.remove)
	cs.open[c] = ""
	cs.byPeer[conn.RemoteAddr().String()] = c
	dropped := cs.startups.admit(c)
	cs.mu.Unlock()
	if dropped != nil {
		_ = dropped.Close()
	}
	return c
}

// setAuthenticated counts a connection for the key that its client has authenticated with; name is
// the key's name in the log. left is called when the client is gone. It fails if the key has
// too many connections.
func (cs *connections) setAuthenticated(c *connection, fingerprint, name string, left func()) error {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if cs.perKey[fingerprint] >= cs.maxPerKey {
		return errManyConnections
	}
	if _, ok := cs.open[c]; !ok {
		return net.ErrClosed
	}
	cs.perKey[fingerprint]++
	delete(cs.byPeer, c.RemoteAddr().String())
	cs.open[c] = fingerprint
	cs.startups.remove(c)
	c.setAuthenticated(name, left)
	return nil
}

// remove removes a connection that closes.
func (cs *connections) remove(c *connection) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	fingerprint, ok := cs.open[c]
	if !ok {
		return
	}
	delete(cs.open, c)
	cs.startups.remove(c)
	if fingerprint == "" {
		return
	}
	if cs.perKey[fingerprint]--; cs.perKey[fingerprint] == 0 {
		delete(cs.perKey, fingerprint)
	}
}

// removeFailed removes a connection whose client did not authenticate. It returns the client's
// address for the log, with the key that was offered.
func (cs *connections) removeFailed(conn net.Conn) string {
	peer := conn.RemoteAddr().String()
	cs.mu.Lock()
	c := cs.byPeer[peer]
	delete(cs.byPeer, peer)
	cs.mu.Unlock()
	if c == nil {
		return addressText(conn.RemoteAddr())
	}
	return c.String()
}

// withRevokedKeys returns the authenticated connections whose key may no longer log in; may
// reports that by fingerprint.
func (cs *connections) withRevokedKeys(may func(fingerprint string) bool) []*connection {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	var out []*connection
	for c, fingerprint := range cs.open {
		if fingerprint != "" && !may(fingerprint) {
			out = append(out, c)
		}
	}
	return out
}

// closeAll closes all open network connections; later ones are not accepted.
func (cs *connections) closeAll() {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	cs.closed = true
	for c := range cs.open {
		_ = c.Conn.Close()
	}
}
