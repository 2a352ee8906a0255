package storage

import (
	"math"
	"runtime/debug"
	"sync"
)

// bound is the limit that [Bound] has set, 0 for none, and the expected memory beyond it.
var bound struct {
	sync.Mutex
	most, more int64
}

// expectedLeast is the expected growth in bytes at which the limit is raised, which stops the
// program for a moment.
const expectedLeast = 4 << 20

// Bound collects garbage at once whenever the process holds more than most bytes of memory,
// until undo is called: else the heap grows to twice what is in use. A limit that is already
// set stands, and undo then does nothing.
func Bound(most int64) (undo func()) {
	bound.Lock()
	defer bound.Unlock()
	if bound.most != 0 || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return func() {}
	}
	bound.most = most
	debug.SetMemoryLimit(most)
	return func() {
		bound.Lock()
		defer bound.Unlock()
		bound.most, bound.more = 0, 0
		debug.SetMemoryLimit(math.MaxInt64)
	}
}

// Expect raises the limit of [Bound] by the bytes that the content of a file needs, in steps of
// a few MiB, so that ordinary files cause no garbage collections that free nothing.
func Expect(bytes int64) {
	bound.Lock()
	defer bound.Unlock()
	if bound.most == 0 {
		return
	}
	if bound.more += max(0, min(bytes, math.MaxInt64-bound.most-bound.more)); bound.more >= expectedLeast {
		bound.most, bound.more = bound.most+bound.more, 0
		debug.SetMemoryLimit(bound.most)
	}
}
