package sweep

import (
	"fmt"
	"os"

	"example.com/sfatui/engine/allotment"
)

// AvailableMemory is three quarters of the memory that this process may use, by what the
// machine has free, its control groups and Slurm, in bytes; 0 where the system does not
// tell.
func AvailableMemory() int64 {
	return allotment.Machine{Root: os.DirFS("/"), Env: os.Getenv}.Memory() / 4 * 3
}

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
