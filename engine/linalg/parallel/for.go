package parallel

import (
	"context"
	"sync"
	"sync/atomic"
)

// For splits the indices 0 … n-1 into ranges of grain indices (the last one may be
// shorter) and calls f(lo, hi) once for each range [lo, hi), on up to [Processors]
// goroutines, including the calling one. It returns when all of them have ended. Of several
// concurrent computations ([ShareProcessors]), each uses only processors that no other uses.
//
// The ranges depend only on n and grain. If f writes only data of lo … hi-1 and reads
// nothing that another range writes, the result is thus the same for any number of
// processors.
//
// For checks ctx before each range. Once ctx has ended, it begins no further range and
// returns ctx.Err(). The error is nil exactly if f completed every range. If f panics,
// For begins no further range and panics with the value of one of the panics.
//
// It panics if n < 0 or grain < 1.
func For(ctx context.Context, n, grain int, f func(lo, hi int)) error {
	if n < 0 {
		panic("parallel: For: negative number of indices")
	}
	if grain < 1 {
		panic("parallel: For: grain below 1")
	}
	r := loop{ctx: ctx, n: n, grain: grain, ranges: int64((n + grain - 1) / grain), f: f, processors: Processors()}
	r.work(func() bool { r.recruit(); return true })
	func() {
		defer YieldProcessor()()
		r.helpers.Wait()
	}()
	if r.panicked {
		panic(r.panicValue)
	}
	return r.err
}

// loop is one call of For, shared by its workers.
type loop struct {
	ctx    context.Context
	n      int
	grain  int
	ranges int64
	f      func(lo, hi int)

	processors int            // that all computations use together
	helpers    sync.WaitGroup // workers besides the caller
	helping    atomic.Int64   // their number

	next atomic.Int64 // first range that no worker has taken
	stop atomic.Bool  // set by the first worker that panics or finds ctx ended

	mu         sync.Mutex // guards the fields below
	err        error
	panicked   bool
	panicValue any
}

// recruit starts helpers while ranges remain for them and processors are free.
func (r *loop) recruit() {
	for {
		helping := r.helping.Load()
		if int(helping) >= r.processors-1 || helping+1 >= r.ranges-r.next.Load() || !startHelper(r.processors) {
			return
		}
		r.helping.Add(1)
		r.helpers.Go(func() {
			defer stopHelper()
			defer r.helping.Add(-1)
			r.work(func() bool { return computing() <= r.processors })
		})
	}
}

// work runs ranges while before, which it calls before each, returns true, until none remain
// or the loop stops. It passes a panic of f on to the caller, because a panic that leaves this
// goroutine would end the process.
func (r *loop) work(before func() bool) {
	defer func() {
		if v := recover(); v != nil {
			r.stop.Store(true)
			r.mu.Lock()
			defer r.mu.Unlock()
			if !r.panicked {
				r.panicked, r.panicValue = true, v
			}
		}
	}()
	for !r.stop.Load() && before() {
		k := r.next.Add(1) - 1
		if k >= r.ranges {
			return
		}
		if err := r.ctx.Err(); err != nil {
			r.stop.Store(true)
			r.mu.Lock()
			r.err = err
			r.mu.Unlock()
			return
		}
		lo := int(k) * r.grain
		r.f(lo, min(lo+r.grain, r.n))
	}
}
