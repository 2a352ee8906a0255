package serve

import (
	"fmt"
	"sync"
)

// limits counts who is in.
type limits struct {
	all, perKey int

	mu    sync.Mutex
	total int
	of    map[string]int // by fingerprint
}

// enter counts one more session of a key. Where there are as many as may be it
// says so, and counts nothing.
func (l *limits) enter(fingerprint string) (leave func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.of[fingerprint] >= l.perKey:
		return nil, fmt.Errorf("your key has %d sessions open, and may have no more: close one", l.perKey)
	case l.total >= l.all:
		return nil, fmt.Errorf("the server has %d sessions open, and may have no more: try again later", l.all)
	}
	if l.of == nil {
		l.of = map[string]int{}
	}
	l.total++
	l.of[fingerprint]++
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.total--
		if l.of[fingerprint]--; l.of[fingerprint] == 0 {
			delete(l.of, fingerprint)
		}
	}), nil
}

// count is how many sessions there are.
func (l *limits) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}
