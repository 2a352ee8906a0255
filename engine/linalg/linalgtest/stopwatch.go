package testenv

import "time"

// Stopwatch returns a function that returns the time since: the wall time or the processor
// time of this process, whichever is less. The wall time alone includes what other processes
// take on a loaded machine, and the processor time what all processors do at once.
func Stopwatch() func() time.Duration {
	start, before := time.Now(), processorTime()
	return func() time.Duration { return min(time.Since(start), processorTime()-before) }
}
