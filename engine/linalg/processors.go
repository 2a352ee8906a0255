package linalg

import (
	"runtime"
	"sync"
)

// kept is the processor that [KeepProcessor] keeps free.
var kept struct {
	mu    sync.Mutex
	users int
}

// Processors is how many goroutines compute at once: GOMAXPROCS, but for what
// [KeepProcessor] keeps. No result depends on it.
func Processors() int {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	if kept.users > 0 {
		return max(1, runtime.GOMAXPROCS(0)-1)
	}
	return runtime.GOMAXPROCS(0)
}

// KeepProcessor lets one goroutine more run at once than compute, until release is
// called. Where computations fill all processors, Go takes one of them away for
// something else, such as a key that came, only after 10 ms, and again at each
// further step; the operating system does it at once.
func KeepProcessor() (release func()) {
	keep(1)
	return sync.OnceFunc(func() { keep(-1) })
}

func keep(users int) {
	kept.mu.Lock()
	defer kept.mu.Unlock()
	before := kept.users > 0
	kept.users += users
	switch after := kept.users > 0; {
	case after && !before:
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	case before && !after:
		runtime.GOMAXPROCS(max(1, runtime.GOMAXPROCS(0)-1))
	}
}
