package run

import (
	"context"
	"runtime"
	"sync"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

// stages holds the results that several jobs share. Each is computed once, by the job that
// needs it first, and freed when the last job that needs it is done.
type stages struct {
	parts  cache[sweep.PartsKey, *preparation.Data]
	inputs cache[sweep.PartsKey, *inputScales] // of outer models
	fronts cache[sweep.PartsKey, space.Front]  // by the part that they are learnt from
	picks  cache[sweep.SupportsKey, *subset.Supports]

	distances cache[sweep.PartsKey, *distances]

	held         sweep.Held
	collectOften bool // is collected more often
}

// sharing holds the results that a run shares and keeps, as its memory allows.
type sharing struct {
	distances    bool // squared distances are shared
	held         sweep.Held
	collectOften bool // is collected more often
}

// newStages returns the stages of jobs with the number of users of each. Squared distances are
// shared only if there is memory for them.
func newStages(jobs []*sweep.Job, what sharing) *stages {
	s := &stages{held: what.held, collectOften: what.collectOften}
	var shared map[sweep.PartsKey]int64
	if what.distances {
		shared = sweep.SharedDistances(jobs)
	}
	for _, j := range jobs {
		s.inputs.expect(j.PartsKey(sweep.Outer))
		for _, m := range j.Models() {
			if !(m.Inner() && what.held.Alone) {
				s.parts.expect(j.PartsKey(m))
			}
			s.fronts.expect(j.FrontKey(m))
			if space.OnSupports(j.At) {
				s.picks.expect(j.SupportsKey(m))
			}
			if shared[j.PartsKey(m)] > 0 && j.LooksUp() {
				s.distances.expect(j.PartsKey(m))
			}
		}
	}
	return s
}

// release frees the stages that only this job still needed.
func (s *stages) release(j *sweep.Job) {
	s.inputs.release(j.PartsKey(sweep.Outer))
	for _, m := range j.Models() {
		if s.parts.release(j.PartsKey(m)) && j.Plan.Set.Spooled {
			runtime.GC() // the parts' files are closed with the last reference to them
		}
		s.fronts.release(j.FrontKey(m))
		if space.OnSupports(j.At) {
			s.picks.release(j.SupportsKey(m))
		}
		if j.LooksUp() {
			s.distances.release(j.PartsKey(m))
		}
	}
}

// cache computes each value once and frees it after its last use.
type cache[K comparable, V any] struct {
	mu    sync.Mutex
	slots map[K]*slot[V]
}

type slot[V any] struct {
	users int
	busy  chan struct{} // holds a token while a job computes the value
	ready bool
	value V
}

func (c *cache[K, V]) expect(k K) {
	if c.slots == nil {
		c.slots = map[K]*slot[V]{}
	}
	if c.slots[k] == nil {
		c.slots[k] = &slot[V]{busy: make(chan struct{}, 1)}
	}
	c.slots[k].users++
}

// expected reports whether a job still needs k.
func (c *cache[K, V]) expected(k K) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.slots[k] != nil
}

// get returns the value of k and computes it if necessary. A failed computation is repeated by
// the next job that needs the value, so each job gets its own error and a cancelled one leaves
// nothing behind.
func (c *cache[K, V]) get(ctx context.Context, k K, compute func() (V, error)) (V, error) {
	c.mu.Lock()
	s := c.slots[k]
	c.mu.Unlock()
	if err := s.acquire(ctx); err != nil {
		var none V
		return none, err
	}
	defer func() { <-s.busy }()
	if !s.ready {
		v, err := compute()
		if err != nil {
			return v, err
		}
		s.value, s.ready = v, true
	}
	return s.value, nil
}

// acquire waits until no other job computes the value.
func (s *slot[V]) acquire(ctx context.Context) error {
	defer parallel.YieldProcessor()()
	select {
	case s.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// release removes one user of k and reports whether it was the last.
func (c *cache[K, V]) release(k K) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.slots[k]; s != nil {
		if s.users--; s.users == 0 {
			delete(c.slots, k)
			return true
		}
	}
	return false
}

// distances holds the squared distances of the samples of both parts to the training samples.
// They serve kernels of every width; kernel values computed from them equal those computed from
// the samples, bit for bit.
type distances struct{ train, held *kernel.Distances } // held is nil without a part to score on
