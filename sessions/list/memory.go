package list

import (
	"sync"
	"time"

	"example.com/sfatui/sessions/store"
)

// mostKept is the maximum number of summaries in memory, some 20 MB.
const mostKept = 4096

// Memory caches summaries of sessions in memory. It is safe for concurrent use.
type Memory struct {
	now func() time.Time

	mu   sync.Mutex
	kept map[string]entry // by path
}

var _ Kept = (*Memory)(nil)

// InMemory returns an empty cache with the given clock.
func InMemory(now func() time.Time) *Memory { return &Memory{now: now, kept: map[string]entry{}} }

// Summary works like [Index.Summary]. Its slices must not be written to.
func (m *Memory) Summary(in store.Dir, uuid string, read func() Summary) Summary {
	path := in.Path(".")
	load := func() (entry, bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		e, ok := m.kept[path]
		return e, ok
	}
	return current(in, uuid, m.now(), read, load, func(e entry) { m.keep(path, e) })
}

// keep stores a summary, in place of any other if the cache is full.
func (m *Memory) keep(path string, e entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, there := m.kept[path]; !there && len(m.kept) >= mostKept {
		for other := range m.kept {
			delete(m.kept, other)
			break
		}
	}
	m.kept[path] = e
}
