package sweep

import "example.com/sfatui/engine/linalg/parallel"

// RunOptions bound what a run may use.
type RunOptions struct {
	// Workers is how many jobs may run at once; 0 means one for each processor.
	Workers int
	// Memory is the budget in bytes; 0 means no limit.
	Memory int64
	// Done holds the keys of points that need not be computed again.
	Done map[string]bool
}

// WorkerCount is how many workers a run has.
func (o RunOptions) WorkerCount() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return parallel.Processors()
}
