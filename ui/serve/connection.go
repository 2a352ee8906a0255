package serve

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// sessionTimeout is the longest time that a connection may have no session.
const sessionTimeout = 30 * time.Second

// connection is a network connection of a client. It closes itself after a sessionTimeout
// without a session.
type connection struct {
	net.Conn
	address  netip.Prefix
	accepted time.Time
	received atomic.Int64      // number of bytes
	onClose  func(*connection) // may be called more than once

	mu       sync.Mutex
	key      string // as written in the log; "" before the client offered one
	onLeave  func() // called once when an authenticated client is gone
	sessions int
	unused   *time.Timer // closes a connection without sessions
}

// newConnection returns a connection that closes itself unless a session is opened within a
// sessionTimeout.
func newConnection(conn net.Conn, onClose func(*connection)) *connection {
	c := &connection{Conn: conn, address: addressOf(conn.RemoteAddr()), onClose: onClose}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unused = time.AfterFunc(sessionTimeout, func() { _ = c.Close() })
	return c
}

// Read reads and counts the bytes.
func (c *connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.received.Add(int64(n))
	return n, err
}

// Close closes the connection and stops its timer.
func (c *connection) Close() error {
	c.onClose(c)
	c.mu.Lock()
	c.unused.Stop()
	left := c.onLeave
	c.onLeave = nil
	c.mu.Unlock()
	if left != nil {
		left()
	}
	return c.Conn.Close()
}

// String returns the client's address and the last key it offered, for the log.
func (c *connection) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := addressText(c.RemoteAddr())
	if c.key != "" {
		text += ", key " + c.key
	}
	return text
}

// addressText writes an address in the form that log-reading tools recognise.
func addressText(peer net.Addr) string {
	host, port, err := net.SplitHostPort(peer.String())
	if err != nil {
		return peer.String()
	}
	return host + " port " + port
}

// noteRefusedKey records a key that was offered and refused, for the log.
func (c *connection) noteRefusedKey(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.key = key
}

// silent reports whether the client has sent nothing.
func (c *connection) silent() bool { return c.received.Load() == 0 }

// setAuthenticated records the client's key and grants another sessionTimeout to open a session.
// left is called when the client is gone.
func (c *connection) setAuthenticated(key string, left func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.key, c.onLeave = key, left
	c.unused.Reset(sessionTimeout)
}

// addSession counts a session that opens.
func (c *connection) addSession() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions++
	c.unused.Stop()
}

// removeSession counts a session that has closed.
func (c *connection) removeSession() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sessions--; c.sessions == 0 {
		c.unused.Reset(sessionTimeout)
	}
}

// sessionCount returns the number of open sessions.
func (c *connection) sessionCount() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sessions
}

// addressOf returns the unit in which peers are counted: an IPv4 address, or the first 64 bits
// of an IPv6 address, since one host can use 2⁶⁴ of these. It returns the zero Prefix for peers
// that are not on TCP.
func addressOf(peer net.Addr) netip.Prefix {
	tcp, ok := peer.(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	prefix, err := ip.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return prefix
}
