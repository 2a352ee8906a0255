package sweep

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"example.com/sfatui/engine/allotment"
	"example.com/sfatui/engine/linalg/parallel"
)

// RunOptions limit the resources of a run and connect it to its session.
type RunOptions struct {
	// Workers is the number of jobs that may run at once; 0 means one per processor.
	Workers int
	// Memory is the budget in bytes; 0 means no limit.
	Memory int64
	// Granted is whether the user set the budget; otherwise it was derived from the machine.
	Granted bool
	// Done holds the keys of points that need not be computed again.
	Done map[string]bool
	// Published, if not nil, is called before each job with the keys of its points, and
	// returns those that another process has published meanwhile. They are skipped
	// without an event.
	Published func(keys []string) []string
	// Usage, if not nil, returns the usage of the process so far. It is called once per
	// event, never concurrently.
	Usage func() Usage
}

// WorkerCount returns the number of workers of a run.
func (o RunOptions) WorkerCount() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return parallel.Processors()
}

// AvailableMemory returns three quarters of the memory that this process may use, in bytes,
// given the machine's free memory, its control groups and Slurm; 0 if the system does not
// report it.
func AvailableMemory() int64 {
	return machine().Memory() / 4 * 3
}

// MemoryLimit returns the smallest memory limit of this process in bytes and, in words, what
// sets it (a control group or Slurm); 0 for no limit.
func MemoryLimit() (bytes int64, by string) { return machine().Limit() }

func machine() allotment.Machine { return allotment.Machine{Root: os.DirFS("/"), Env: os.Getenv} }

// FormatBytes returns a size with three digits and a binary unit.
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

// ParseBytes returns the size that a text such as 8GiB, 500M or 1e9 states, in bytes. Units are
// binary, except KB, MB, GB and TB.
func ParseBytes(text string) (int64, error) {
	number := strings.TrimRight(text, "KMGTiBkmgtb ")
	unit := strings.ToUpper(strings.TrimSpace(text[len(number):]))
	scale, ok := map[string]float64{
		"": 1, "B": 1, "K": 1 << 10, "KB": 1e3, "KIB": 1 << 10, "M": 1 << 20, "MB": 1e6, "MIB": 1 << 20,
		"G": 1 << 30, "GB": 1e9, "GIB": 1 << 30, "T": 1 << 40, "TB": 1e12, "TIB": 1 << 40,
	}[unit]
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !ok || !(v*scale >= 1) || v*scale > math.MaxInt64/2 {
		return 0, fmt.Errorf("%q is not a size such as 8GiB", text)
	}
	return int64(v * scale), nil
}
