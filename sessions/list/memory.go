package list

import (
	"sync"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
)

// mostKept bounds how many summaries are kept in memory: some 20 MB.
const mostKept = 4096

// Memory keeps summaries of sessions in memory, for all in a process that look at them. It
// may be used by several at once.
type Memory struct {
	now func() time.Time

	mu   sync.Mutex
	kept map[string]entry // by path
}

var _ sessions.Kept = (*Memory)(nil)

// InMemory is an empty memory, by a clock.
func InMemory(now func() time.Time) *Memory { return &Memory{now: now, kept: map[string]entry{}} }

// Summary is as [Index.Summary]. Its slices must not be written to.
func (m *Memory) Summary(in store.Dir, uuid string, read func() sessions.Summary) sessions.Summary {
	path := in.Path(".")
	load := func() (entry, bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		e, ok := m.kept[path]
		return e, ok
	}
	return current(in, uuid, m.now(), read, load, func(e entry) { m.keep(path, e) })
}

// keep keeps a summary, where there are too many in place of any other.
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
