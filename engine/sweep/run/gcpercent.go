package run

import (
	"math"
	"runtime"
	"runtime/debug"
	"sync"

	"example.com/sfatui/engine/sweep"
)

// sweepGCPercent is the heap growth that triggers a garbage collection while a large sweep
// runs, in percent of the live heap. The heap consists of large matrices: collecting them costs
// little, but touching fresh memory instead costs a second per gigabyte or two.
const sweepGCPercent = 25

// largePlanBytes is the estimated memory of a plan from which garbage is collected more often.
// Below it, collections would take a third of the sweep's time: at 25 percent, Go's runtime
// starts one after every megabyte.
const largePlanBytes = 64 << 20

// isLargePlan reports whether the plan needs at least largePlanBytes with so many workers.
func isLargePlan(p *sweep.Plan, workers int) bool {
	mem, err := p.Memory(workers, math.MaxInt64)
	return err != nil || mem.Total() >= largePlanBytes
}

// defaultGCPercent is the default of Go's runtime. Any other value was set on purpose and is
// not changed.
const defaultGCPercent = 100

var gcPercent struct {
	sync.Mutex
	runs    int
	changed bool
}

// lowerGCPercent sets the GC percentage to sweepGCPercent if it is Go's default. The last call
// of undo among all callers restores the default; each caller must call its undo once.
func lowerGCPercent() (undo func()) {
	c := &gcPercent
	c.Lock()
	defer c.Unlock()
	if c.runs++; c.runs == 1 {
		c.changed = swapGCPercent(defaultGCPercent, sweepGCPercent)
	}
	return func() {
		c.Lock()
		defer c.Unlock()
		if c.runs--; c.runs == 0 && c.changed {
			swapGCPercent(sweepGCPercent, defaultGCPercent)
		}
	}
}

// swapGCPercent sets the GC percentage to to if it is from, and reports whether it did.
func swapGCPercent(from, to int) bool {
	was := debug.SetGCPercent(to)
	if was != from {
		debug.SetGCPercent(was)
	}
	return was == from
}

// collectTwice collects the garbage of a stage with many samples, which the runtime would
// otherwise let grow to a share of all data. It runs two collections, because a sync.Pool keeps
// its unused values through the first.
func collectTwice() {
	runtime.GC()
	runtime.GC()
}
