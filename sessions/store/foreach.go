package store

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Readers is the number of files that are read at once. On a network most of the
// time is spent waiting.
const Readers = 8

// ForEach calls do for 0 to n-1 from several goroutines, and waits for all calls.
func ForEach(n int, do func(i int)) {
	_ = Concurrently(max(Readers, runtime.GOMAXPROCS(0)), n, func(i int) error {
		do(i)
		return nil
	})
}

// Concurrently calls do for 0 to n−1 from at most workers goroutines, waits for all
// calls, and returns the error with the lowest index. It starts no further calls after
// an error.
func Concurrently(workers, n int, do func(i int) error) error {
	var (
		next   atomic.Int64
		failed atomic.Bool
		errs   = make([]error, n)
		wg     sync.WaitGroup
	)
	for range min(workers, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
