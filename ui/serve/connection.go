package serve

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
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

// addressOf is what of a peer's address counts as one place: an IPv4 address, or
// the network of an IPv6 address, of which a single host has 2⁶⁴.
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
