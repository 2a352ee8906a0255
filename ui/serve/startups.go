package serve

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"sync"
	"time"
)

// Startups bounds the connections that have not proved a key yet. They have slots
// of their own: whoever has no key cannot take those of the people who have one.
//
// A new connection is always let in, and another is dropped for it where there are
// too many: with Rate percent probability from Start connections on, rising to
// certainty at Full, as sshd's MaxStartups has it, and always where PerAddress come
// from its address (the first 64 bits of an IPv6 address). What is dropped is of the
// address that holds the most, there what has got least far in its handshake, and of
// those the oldest: connections that stay idle make room for one that says something.
// Below Full, chance takes only what has had a second to say something.
type Startups struct {
	Start, Rate, Full int
	PerAddress        int
}

// DefaultStartups are those of sshd; one address may hold two thirds of them.
var DefaultStartups = Startups{Start: 10, Rate: 30, Full: 100, PerAddress: 64}

// String is s as --max-startups takes it.
func (s *Startups) String() string { return fmt.Sprintf("%d:%d:%d", s.Start, s.Rate, s.Full) }

// Set reads START:RATE:FULL.
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

// Type names what the flag takes.
func (s *Startups) Type() string { return "START:RATE:FULL" }

// probability is how likely a connection is dropped when there are n, the new one
// not counted.
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

// startups are the connections that have not proved a key.
type startups struct {
	limits Startups
	random func() float64 // in [0, 1)
	now    func() time.Time

	mu      sync.Mutex
	pending []*connection // the oldest first
}

func newStartups(limits Startups) *startups {
	return &startups{limits: limits, random: rand.Float64, now: time.Now}
}

// patience is how long a connection below Full is safe from chance: a crowd of
// clients that arrive at once gets that long to begin its handshakes.
const gracePeriod = time.Second

// admit takes up a new connection and returns the one to drop for it, or nil.
func (s *startups) admit(l *connection) (drop *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.accepted = s.now()
	switch n := len(s.pending); {
	case s.countOf(l.address) >= s.limits.PerAddress:
		drop = s.leastProgress(func(p *connection) bool { return p.address == l.address })
	case n >= s.limits.Full:
		drop = s.leastProgressOfLargest(func(*connection) bool { return true })
	case s.random() < s.limits.probability(n):
		drop = s.leastProgressOfLargest(func(p *connection) bool { return l.accepted.Sub(p.accepted) >= gracePeriod })
	}
	if drop != nil {
		s.removeLocked(drop)
	}
	s.pending = append(s.pending, l)
	return drop
}

// held is how many connections are of an address.
func (s *startups) countOf(address netip.Prefix) int {
	n := 0
	for _, p := range s.pending {
		if p.address == address {
			n++
		}
	}
	return n
}

// ofMostHeld is the connection that has got least far of those that may be dropped
// and are of the address with the most of them.
func (s *startups) leastProgressOfLargest(may func(*connection) bool) *connection {
	count := map[netip.Prefix]int{}
	var most netip.Prefix
	for _, p := range s.pending {
		if may(p) {
			if count[p.address]++; count[p.address] > count[most] {
				most = p.address
			}
		}
	}
	return s.leastProgress(func(p *connection) bool { return p.address == most && may(p) })
}

// leastProgress is the connection that has got least far of those that may be
// dropped, the oldest of several; nil where none may.
func (s *startups) leastProgress(may func(*connection) bool) *connection {
	var least *connection
	for _, p := range s.pending {
		if may(p) && (least == nil || p.progress() < least.progress()) {
			least = p
		}
	}
	return least
}

// leave forgets a connection: it has proved its key, or is closed.
func (s *startups) remove(l *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeLocked(l)
}

func (s *startups) removeLocked(l *connection) {
	for i, p := range s.pending {
		if p == l {
			s.pending = append(s.pending[:i], s.pending[i+1:]...)
			return
		}
	}
}
