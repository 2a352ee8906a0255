package serve

import (
	"fmt"
	"sync"
)

// sessionLimits counts open sessions, in total and per key.
type sessionLimits struct {
	maxTotal, maxPerKey int

	mu     sync.Mutex
	total  int
	perKey map[string]int // by fingerprint
}

// acquire counts one more session of a key until release is called. It fails if a limit is
// reached.
func (l *sessionLimits) acquire(fingerprint string) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.perKey[fingerprint] >= l.maxPerKey:
		return nil, fmt.Errorf("your key has %d sessions open, the limit: close one", l.maxPerKey)
	case l.total >= l.maxTotal:
		return nil, fmt.Errorf("the server has %d sessions open, the limit: try again later", l.maxTotal)
	}
	if l.perKey == nil {
		l.perKey = map[string]int{}
	}
	l.total++
	l.perKey[fingerprint]++
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.total--
		if l.perKey[fingerprint]--; l.perKey[fingerprint] == 0 {
			delete(l.perKey, fingerprint)
		}
	}), nil
}

// count returns the number of open sessions.
func (l *sessionLimits) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}
