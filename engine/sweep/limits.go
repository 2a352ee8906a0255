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
	// Published, where it is set, is asked before each job which of its points
	// another process has published meanwhile; they are left out, and no event tells
	// of them.
	Published func(keys []string) []string
}

// WorkerCount is how many workers a run has.
func (o RunOptions) WorkerCount() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return parallel.Processors()
}
