package linalg

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxCrew goroutines are enough to saturate memory, which bounds the work
	// that crews do.
	maxCrew = 8
	// crewSpins is how often a worker looks for the others before it sleeps: some
	// ten microseconds, where waking up takes as long.
	crewSpins = 1 << 13
)

// crew is a few goroutines that do a computation of very many short steps, too
// short for ParallelRows, and wait for each other after each step.
type crew struct {
	size int

	arrived  atomic.Int32  // workers that wait
	step     atomic.Uint32 // counts the steps
	sleepers atomic.Int32
	broken   atomic.Bool // a worker has panicked

	mu         sync.Mutex
	awake      *sync.Cond
	panicValue any
}

// crews counts the crews at work. Computations that run side by side share the
// processors instead of each taking all of them.
var crews atomic.Int32

// besides are the computations that [Beside] has told of.
var besides atomic.Int32

// Beside tells that the caller is one of several computations that run side by
// side, each of which keeps a processor busy, until it calls done. What would wait
// for its parts at every step then takes its share of the processors alone: on more,
// it would mostly wait. Results do not depend on it.
func Beside() (done func()) {
	besides.Add(1)
	return func() { besides.Add(-1) }
}

// newCrew is a crew of at most limit workers. It is to be released.
func newCrew(limit int) *crew {
	free := Processors() / int(max(crews.Add(1), besides.Load()))
	return crewOf(max(1, min(free, limit, maxCrew)))
}

func crewOf(size int) *crew {
	c := &crew{size: size}
	c.awake = sync.NewCond(&c.mu)
	return c
}

// handover is how long two workers who have nothing to do wait for each other: until
// each sees what the other has written. That differs tenfold between machines, so it
// is measured, once.
var handover = sync.OnceValue(func() time.Duration {
	const rounds, waits = 8, 64
	best := time.Duration(1<<63 - 1)
	c := crewOf(2)
	c.run(func(worker int) {
		for range rounds {
			start := time.Now()
			for range waits {
				c.wait()
			}
			if worker == 0 {
				best = min(best, time.Since(start)/waits)
			}
		}
	})
	return best
})

func (c *crew) release() { crews.Add(-1) }

// run calls f for each worker 0 … size-1 at the same time, and returns when all
// have returned. If one panics, wait gives the others false, and run panics with
// the same value.
func (c *crew) run(f func(worker int)) {
	var wg sync.WaitGroup
	for w := 1; w < c.size; w++ {
		wg.Go(func() { c.guard(w, f) })
	}
	c.guard(0, f)
	wg.Wait()
	if c.broken.Load() {
		panic(c.panicValue)
	}
}

func (c *crew) guard(worker int, f func(worker int)) {
	defer func() {
		if v := recover(); v != nil {
			c.mu.Lock()
			c.panicValue = v
			c.broken.Store(true)
			c.awake.Broadcast()
			c.mu.Unlock()
		}
	}()
	f(worker)
}

// wait returns when every worker of the crew has called it: what each wrote
// before is then seen by all. It returns false when one of them never will.
func (c *crew) wait() bool {
	step := c.step.Load()
	if int(c.arrived.Add(1)) == c.size {
		c.arrived.Store(0)
		c.step.Add(1)
		if c.sleepers.Load() > 0 {
			c.mu.Lock()
			c.awake.Broadcast()
			c.mu.Unlock()
		}
		return !c.broken.Load()
	}
	for range crewSpins {
		if c.step.Load() != step {
			return !c.broken.Load()
		}
	}
	c.mu.Lock()
	c.sleepers.Add(1)
	for c.step.Load() == step && !c.broken.Load() {
		c.awake.Wait()
	}
	c.sleepers.Add(-1)
	c.mu.Unlock()
	return !c.broken.Load()
}

// share is the part of 0 … n-1 that a worker takes.
func (c *crew) share(worker, n int) (lo, hi int) {
	return worker * n / c.size, (worker + 1) * n / c.size
}
