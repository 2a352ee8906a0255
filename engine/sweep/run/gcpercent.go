package run

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// runPercent is how much garbage may wait to be collected while a sweep runs that holds
// much, in percent of what is held. It is large matrices: to collect them costs little, to
// touch fresh memory in their stead a second for each gigabyte or two.
const runPercent = 25

// manyBytes is the estimated memory of a plan from which its garbage is collected more
// often. Below it collections would take a third of the sweep: at 25 percent Go's runtime
// begins one after each megabyte.
const manyBytes = 64 << 20

// holdsMuch reports whether the plan needs at least manyBytes with so many workers.
func holdsMuch(p *sweep.Plan, workers int) bool {
	mem, err := p.Memory(workers, math.MaxInt64)
	return err != nil || mem.Total() >= manyBytes
}

// usualPercent is what Go's runtime lets wait. Anything else is somebody's choice,
// which stands.
const usualPercent = 100

var gcPercent struct {
	sync.Mutex
	runs    int
	changed bool
}

// collectMoreOften has garbage collected more often until it is undone, once for each
// time that it was called.
func collectMoreOften() (undo func()) {
	c := &gcPercent
	c.Lock()
	defer c.Unlock()
	if c.runs++; c.runs == 1 {
		c.changed = replacePercent(usualPercent, runPercent)
	}
	return func() {
		c.Lock()
		defer c.Unlock()
		if c.runs--; c.runs == 0 && c.changed {
			replacePercent(runPercent, usualPercent)
		}
	}
}

// replacePercent replaces one percentage by the other, and reports whether it was set.
func replacePercent(from, to int) bool {
	was := debug.SetGCPercent(to)
	if was != from {
		debug.SetGCPercent(was)
	}
	return was == from
}

// collectNow collects what a stage of many samples has left: the collector alone waits until
// there is a share of all data as garbage. It goes over everything twice, because the pools of
// factors and matrices let go of what they hold only when it is not in use at two times.
func collectNow() {
	runtime.GC()
	runtime.GC()
}
