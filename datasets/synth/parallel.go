package synth

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls make for 0 … n−1 on all processors. The results must not
// depend on the order.
func inParallel(n int, make func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				make(i)
			}
		})
	}
	wait.Wait()
}
