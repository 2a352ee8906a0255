package serve

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Startups limits the unauthenticated connections. They have their own slots, so that clients
// without a key cannot take those of clients with one.
//
// A new connection is always accepted. Another one is dropped for it: with Rate percent
// probability from Start connections on, rising to certainty at Full, like sshd's MaxStartups,
// and always if PerAddress connections come from its address (the first 64 bits of an IPv6
// address). The oldest connection from the address with the most connections is dropped.
// Progress in the handshake does not count, because an attacker on a legitimate client's
// address, as through a tunnel, can make the same progress. At n new connections a second from
// one address, each has PerAddress/n seconds to log in. Below Full, only connections whose
// client has sent nothing for a second are dropped.
type Startups struct {
	Start, Rate, Full int
	PerAddress        int
}

// DefaultStartups allows two seconds for a login while 250 connections a second come from the
// client's address. Each connection takes about 40 KB.
var DefaultStartups = Startups{Start: 10, Rate: 30, Full: 600, PerAddress: 512}

// String returns s in the notation of --max-startups.
func (s *Startups) String() string { return fmt.Sprintf("%d:%d:%d", s.Start, s.Rate, s.Full) }

// Set parses START:RATE:FULL.
func (s *Startups) Set(text string) error {
	var start, rate, full int
	var rest string
	n, _ := fmt.Sscanf(text+" ", "%d:%d:%d%s", &start, &rate, &full, &rest)
	if n != 3 || start < 1 || rate < 1 || rate > 100 || full < start {
		return fmt.Errorf("%q: must be START:RATE:FULL, such as %v: from START connections on one is dropped with RATE percent probability, from FULL on always", text, &DefaultStartups)
	}
	s.Start, s.Rate, s.Full = start, rate, full
	return nil
}

// Type returns the flag's value syntax for help.
func (s *Startups) Type() string { return "START:RATE:FULL" }

// probability returns the probability of dropping a connection when there are n, not counting
// the new one.
func (s Startups) probability(n int) float64 {
	switch {
	case n < s.Start:
		return 0
	case n >= s.Full:
		return 1
	}
	rate := float64(s.Rate) / 100
	return rate + (1-rate)*float64(n-s.Start)/float64(s.Full-s.Start)
}

// startups holds the unauthenticated connections.
type startups struct {
	limits Startups
	random func() float64 // in [0, 1)
	now    func() time.Time

	mu      sync.Mutex
	pending []*connection // oldest first
}

// newStartups returns an empty list with the given limits.
func newStartups(limits Startups) *startups {
	return &startups{limits: limits, random: rand.Float64, now: time.Now}
}

// gracePeriod is the time during which a silent connection is not dropped at random: clients
// that arrive at once, or are slow, keep theirs while they negotiate.
const gracePeriod = time.Second

// admit adds a new connection and returns the one to drop for it, or nil.
func (s *startups) admit(c *connection) (drop *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.accepted = s.now()
	switch n := len(s.pending); {
	case s.countOf(c.address) >= s.limits.PerAddress:
		drop = s.oldest(func(p *connection) bool { return p.address == c.address })
	case n >= s.limits.Full:
		drop = s.oldestOfLargest(func(*connection) bool { return true })
	case s.random() < s.limits.probability(n):
		drop = s.oldestOfLargest(func(p *connection) bool {
			return p.silent() && c.accepted.Sub(p.accepted) >= gracePeriod
		})
	}
	if drop != nil {
		s.removeLocked(drop)
	}
	s.pending = append(s.pending, c)
	return drop
}

// countOf returns the number of connections from an address.
func (s *startups) countOf(address netip.Prefix) int {
	n := 0
	for _, p := range s.pending {
		if p.address == address {
			n++
		}
	}
	return n
}

// oldestOfLargest returns the oldest connection that may be dropped from the address with the
// most of these; nil if there is none.
func (s *startups) oldestOfLargest(may func(*connection) bool) *connection {
	count := map[netip.Prefix]int{}
	var most netip.Prefix
	for _, p := range s.pending {
		if may(p) {
			if count[p.address]++; count[p.address] > count[most] {
				most = p.address
			}
		}
	}
	return s.oldest(func(p *connection) bool { return p.address == most && may(p) })
}

// oldest returns the oldest connection that may be dropped; nil if there is none.
func (s *startups) oldest(may func(*connection) bool) *connection {
	if i := slices.IndexFunc(s.pending, may); i >= 0 {
		return s.pending[i]
	}
	return nil
}

// remove removes a connection that has authenticated or closed.
func (s *startups) remove(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeLocked(c)
}

// removeLocked removes a connection. The caller holds mu.
func (s *startups) removeLocked(c *connection) {
	for i, p := range s.pending {
		if p == c {
			s.pending = append(s.pending[:i], s.pending[i+1:]...)
			return
		}
	}
}
