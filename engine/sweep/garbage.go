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
	runs int
}

// collectMore has garbage collected more often until it is undone, once for each
// time that it was called.
func collectMore() (undo func()) {
	setGarbage(+1, usualGarbage, garbage)
	return func() { setGarbage(-1, garbage, usualGarbage) }
}

// setGarbage counts a run in or out and, at the first and the last, replaces one
// percentage by the other.
func setGarbage(runs, from, to int) {
	collection.Lock()
	defer collection.Unlock()
	before := collection.runs
	collection.runs += runs
	if before > 0 && collection.runs > 0 {
		return
	}
	if was := debug.SetGCPercent(to); was != from {
		debug.SetGCPercent(was)
	}
}
