package serve

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// sessionTimeout is how long a connection may be without a session.
const sessionTimeout = 30 * time.Second

// connection is a network connection of a client. It closes itself where it has no
// session for a sessionTimeout.
type connection struct {
	net.Conn
	address  netip.Prefix
	accepted time.Time
	received atomic.Int64      // bytes
	onClose  func(*connection) // may be called more than once

	mu       sync.Mutex
	key      string // as the log names it; "" before the client showed one
	left     func() // called once when a client that was let in is gone
	sessions int
	unused   *time.Timer // closes a connection without sessions
}

func newConnection(conn net.Conn, onClose func(*connection)) *connection {
	c := &connection{Conn: conn, address: addressOf(conn.RemoteAddr()), onClose: onClose}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unused = time.AfterFunc(sessionTimeout, func() { _ = c.Close() })
	return c
}

// Read counts the bytes that it reads.
func (c *connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.received.Add(int64(n))
	return n, err
}

// Close closes the connection and ends its timer.
func (c *connection) Close() error {
	c.onClose(c)
	c.mu.Lock()
	c.unused.Stop()
	left := c.left
	c.left = nil
	c.mu.Unlock()
	if left != nil {
		left()
	}
	return c.Conn.Close()
}

// String names the client for the log: its address, and the key that it has shown last.
func (c *connection) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := addressText(c.RemoteAddr())
	if c.key != "" {
		text += ", key " + c.key
	}
	return text
}

// addressText writes an address as tools that read logs find it.
func addressText(peer net.Addr) string {
	host, port, err := net.SplitHostPort(peer.String())
	if err != nil {
		return peer.String()
	}
	return host + " port " + port
}

// refuse notes the key that was shown and may not come in.
func (c *connection) refuse(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.key = key
}

// silent reports whether the client has sent nothing.
func (c *connection) silent() bool { return c.received.Load() == 0 }

// authenticated gives the client, who holds the key, another sessionTimeout to open a
// session. Left is called when the client is gone.
func (c *connection) authenticated(key string, left func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.key, c.left = key, left
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

// sessionCount is the number of open sessions.
func (c *connection) sessionCount() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sessions
}

// addressOf is the unit in which peers are counted: an IPv4 address, or the first 64
// bits of an IPv6 address, of which a single host has 2⁶⁴. It is the zero Prefix for
// a peer that is not on TCP.
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
