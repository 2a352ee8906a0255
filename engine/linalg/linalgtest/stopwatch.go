package linalgtest

import "time"

// Stopwatch returns a function that returns the time since: the wall time or the processor
// time of this process, whichever is less. The wall time alone includes what other processes
// take on a loaded machine, and the processor time what all processors do at once. processor
// is ProcessorTime of package parallel, whose own tests import this package.
func Stopwatch(processor func() time.Duration) func() time.Duration {
	start, before := time.Now(), processor()
	return func() time.Duration { return min(time.Since(start), processor()-before) }
}
