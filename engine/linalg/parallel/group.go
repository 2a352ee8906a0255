package parallel

import (
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxWorkers is the number of goroutines that saturate memory, which bounds the
	// computations of groups.
	maxWorkers = 8
	// Spins is the number of polls of a worker for the others before it sleeps: about
	// ten microseconds, as long as waking up takes.
	Spins = 1 << 13
)

// Group is a few workers, each a goroutine, with a barrier. They run a computation of
// very many steps, each too short for [For], and wait for each other after each step.
type Group struct {
	Size int // number of workers; it may be lowered before Run

	arrived  atomic.Int32  // workers at the barrier
	step     atomic.Uint32 // number of finished steps
	sleepers atomic.Int32
	panicked atomic.Bool // whether a worker has panicked

	mu         sync.Mutex
	wake       *sync.Cond
	panicValue any
}

// groups is the number of groups that have not been released. Concurrent computations
// share the processors instead of each taking all of them.
var groups atomic.Int32

// sharing is the number of computations between [ShareProcessors] and its done.
var sharing atomic.Int32

// ShareProcessors announces that the caller is one of several concurrent computations,
// each of which keeps a processor busy, until it calls done. A [Group] then takes only
// its share of the processors: on more, its workers would mostly wait at the barrier.
// Results do not depend on it.
func ShareProcessors() (done func()) {
	sharing.Add(1)
	return func() { sharing.Add(-1) }
}

// NewGroup returns a group of at most limit workers. The caller must release it.
func NewGroup(limit int) *Group {
	free := Processors() / int(max(groups.Add(1), sharing.Load()))
	return newGroup(max(1, min(free, limit, maxWorkers)))
}

func newGroup(size int) *Group {
	g := &Group{Size: size}
	g.wake = sync.NewCond(&g.mu)
	return g
}

// Handover returns the time that two idle workers take to pass a barrier: until each
// reads what the other has written. It differs tenfold between machines, so it is
// measured, once.
var Handover = sync.OnceValue(func() time.Duration {
	const rounds, waits = 8, 64
	best := time.Duration(1<<63 - 1)
	g := newGroup(2)
	g.Run(func(worker int) {
		for range rounds {
			start := time.Now()
			for range waits {
				g.Barrier()
			}
			if worker == 0 {
				best = min(best, time.Since(start)/waits)
			}
		}
	})
	return best
})

// Release returns the processors of the group to the others.
func (g *Group) Release() { groups.Add(-1) }

// Run calls f concurrently for each worker 0 … Size-1 and returns when all calls have
// returned. If one panics, Barrier returns false to the others, and Run panics with the
// same value.
func (g *Group) Run(f func(worker int)) {
	var wg sync.WaitGroup
	for w := 1; w < g.Size; w++ {
		wg.Go(func() { g.call(w, f) })
	}
	g.call(0, f)
	wg.Wait()
	if g.panicked.Load() {
		panic(g.panicValue)
	}
}

func (g *Group) call(worker int, f func(worker int)) {
	defer func() {
		if v := recover(); v != nil {
			g.mu.Lock()
			g.panicValue = v
			g.panicked.Store(true)
			g.wake.Broadcast()
			g.mu.Unlock()
		}
	}()
	f(worker)
}

// Barrier returns when every worker of the group has called it. The writes of each
// worker before it are then visible to all. It returns false if one of them has
// panicked.
func (g *Group) Barrier() bool {
	step := g.step.Load()
	if int(g.arrived.Add(1)) == g.Size {
		g.arrived.Store(0)
		g.step.Add(1)
		if g.sleepers.Load() > 0 {
			g.mu.Lock()
			g.wake.Broadcast()
			g.mu.Unlock()
		}
		return !g.panicked.Load()
	}
	for range Spins {
		if g.step.Load() != step {
			return !g.panicked.Load()
		}
	}
	g.mu.Lock()
	g.sleepers.Add(1)
	for g.step.Load() == step && !g.panicked.Load() {
		g.wake.Wait()
	}
	g.sleepers.Add(-1)
	g.mu.Unlock()
	return !g.panicked.Load()
}

// Range returns the part lo … hi-1 of 0 … n-1 of a worker.
func (g *Group) Range(worker, n int) (lo, hi int) {
	return worker * n / g.Size, (worker + 1) * n / g.Size
}
