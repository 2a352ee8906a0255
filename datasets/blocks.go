package datasets

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// onAllCores calls f for 0 to n−1, on as many goroutines as there are processors
// in use, and waits. It calls f no more when ctx has ended.
func onAllCores(ctx context.Context, n int, f func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for i := int(next.Add(1) - 1); i < n && ctx.Err() == nil; i = int(next.Add(1) - 1) {
				f(i)
			}
		})
	}
	wait.Wait()
}
