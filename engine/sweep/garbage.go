package sweep

import (
	"runtime/debug"
	"sync"
)

// garbage is how much of it may wait to be collected while a sweep runs, in percent
// of what is held. It is large matrices: to collect them costs little, to touch
// fresh memory in their stead a second for each gigabyte or two.
const garbage = 50

// usualGarbage is what Go's runtime lets wait. Anything else is somebody's choice,
// which stands.
const usualGarbage = 100

var collection struct {
	sync.Mutex
	runs    int
	changed bool
}

// collectMore has garbage collected more often until it is undone, once for each
// time that it was called.
func collectMore() (undo func()) {
	c := &collection
	c.Lock()
	defer c.Unlock()
	if c.runs++; c.runs == 1 {
		c.changed = replaceGarbage(usualGarbage, garbage)
	}
	return func() {
		c.Lock()
		defer c.Unlock()
		if c.runs--; c.runs == 0 && c.changed {
			replaceGarbage(garbage, usualGarbage)
		}
	}
}

// replaceGarbage replaces one percentage by the other, and reports whether it was set.
func replaceGarbage(from, to int) bool {
	was := debug.SetGCPercent(to)
	if was != from {
		debug.SetGCPercent(was)
	}
	return was == from
}
