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
	c.mu.Unlock()
	return c.Conn.Close()
}

// progress is the stage of the handshake: 0 for nothing received, 1 for a greeting,
// 2 for the client's key exchange message, which is longer than any greeting.
func (c *connection) progress() int {
	const greeting = 255 // RFC 4253, section 4.2
	switch n := c.received.Load(); {
	case n == 0:
		return 0
	case n <= greeting:
		return 1
	}
	return 2
}

// authenticated gives the client another sessionTimeout to open a session.
func (c *connection) authenticated() {
	c.mu.Lock()
	defer c.mu.Unlock()
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
