package parallel

import (
	"runtime"
	"sync"
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
