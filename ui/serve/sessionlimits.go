package serve

import (
	"fmt"
	"sync"
)

// limits counts who is in.
type sessionLimits struct {
	maxTotal, maxPerKey int

	mu     sync.Mutex
	total  int
	perKey map[string]int // by fingerprint
}

// enter counts one more session of a key. Where there are as many as may be it
// says so, and counts nothing.
func (l *sessionLimits) acquire(fingerprint string) (leave func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.perKey[fingerprint] >= l.maxPerKey:
		return nil, fmt.Errorf("your key has %d sessions open, and may have no more: close one", l.maxPerKey)
	case l.total >= l.maxTotal:
		return nil, fmt.Errorf("the server has %d sessions open, and may have no more: try again later", l.maxTotal)
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

// count is how many sessions there are.
func (l *sessionLimits) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}
