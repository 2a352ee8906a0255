package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// reserved counts the users of a reserved processor.
var reserved struct {
	mu    sync.Mutex
	users int
}

// Processors returns the number of goroutines that compute at once: GOMAXPROCS, without
// the processor of [ReserveProcessor]. No result depends on it.
func Processors() int {
	reserved.mu.Lock()
	defer reserved.mu.Unlock()
	if reserved.users > 0 {
		return max(1, runtime.GOMAXPROCS(0)-1)
	}
	return runtime.GOMAXPROCS(0)
}

// ReserveProcessor adds one processor to GOMAXPROCS that computations leave free, until
// release is called. If computations fill all processors, Go preempts one of them for
// anything else, such as a key, only after 10 ms, and again at each further step; the
// operating system does so at once.
func ReserveProcessor() (release func()) {
	reserve(1)
	return sync.OnceFunc(func() { reserve(-1) })
}

func reserve(users int) {
	reserved.mu.Lock()
	defer reserved.mu.Unlock()
	before := reserved.users > 0
	reserved.users += users
	switch after := reserved.users > 0; {
	case after && !before:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	case before && !after:
		runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)-1))
	}
}

var (
	// helpers is the number of goroutines that work for a [For] besides its caller.
	helpers atomic.Int32
	// waiting is the number of goroutines between [YieldProcessor] and its done.
	waiting atomic.Int32
)

// YieldProcessor announces that the caller waits for another goroutine, so that others may
// use its processor, until it calls done.
func YieldProcessor() (done func()) {
	waiting.Add(1)
	return func() { waiting.Add(-1) }
}

// computing returns the number of goroutines that compute: computations that do not wait, at
// least one, and helpers.
func computing() int { return int(max(1, sharing.Load()) - waiting.Load() + helpers.Load()) }

// startHelper counts one helper more if a processor is free for it, which it reports. Without
// that, helpers would take the processor of [ReserveProcessor], too.
func startHelper(processors int) bool {
	if computing() >= processors {
		return false
	}
	helpers.Add(1)
	if computing() > processors { // another was faster
		helpers.Add(-1)
		return false
	}
	return true
}

// stopHelper counts one helper less.
func stopHelper() { helpers.Add(-1) }
