package sweep

import (
	"fmt"
	"os"

	"example.com/sfatui/engine/allotment"
	"example.com/sfatui/engine/linalg/parallel"
)

// RunOptions bound what a run may use.
type RunOptions struct {
	// Workers is how many jobs may run at once; 0 means one for each processor.
	Workers int
	// Memory is the budget in bytes; 0 means no limit.
	Memory int64
	// Granted says that the user wrote the budget, not the machine.
	Granted bool
	// Done holds the keys of points that need not be computed again.
	Done map[string]bool
	// Published, where it is set, is asked before each job which of its points
	// another process has published meanwhile; they are left out, and no event tells
	// of them.
	Published func(keys []string) []string
	// Usage, where it is set, reads what the process has used so far. The goroutine that
	// emits an event calls it, one at a time.
	Usage func() Usage
}

// WorkerCount is how many workers a run has.
func (o RunOptions) WorkerCount() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return parallel.Processors()
}

// AvailableMemory is three quarters of the memory that this process may use, by what the
// machine has free, its control groups and Slurm, in bytes; 0 where the system does not
// tell.
func AvailableMemory() int64 {
	return machine().Memory() / 4 * 3
}

// MemoryLimit is the least limit that a control group or Slurm sets to this process, in
// bytes, and in words who does; 0 for none.
func MemoryLimit() (bytes int64, by string) { return machine().Limit() }

func machine() allotment.Machine { return allotment.Machine{Root: os.DirFS("/"), Env: os.Getenv} }

// FormatBytes writes a size for people.
func FormatBytes(b int64) string {
	switch {
	case b >= 1<<30:
		return fmt.Sprintf("%.3g GiB", float64(b)/(1<<30))
	case b >= 1<<20:
		return fmt.Sprintf("%.3g MiB", float64(b)/(1<<20))
	case b >= 1<<10:
		return fmt.Sprintf("%.3g KiB", float64(b)/(1<<10))
	}
	return fmt.Sprintf("%d B", b)
}
