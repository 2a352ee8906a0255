package store

import (
	"runtime"
	"sync"
)

// Readers is the number of files that are read at once. On a network most of the
// time is spent waiting.
const Readers = 8

// ForEach calls do for 0 to n-1 from several goroutines, and waits for all calls.
func ForEach(n int, do func(i int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(Readers, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
