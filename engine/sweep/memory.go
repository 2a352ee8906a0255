package sweep

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

var memAvailable = regexp.MustCompile(`(?m)^MemAvailable:\s+(\d+) kB$`)

// AvailableMemory is three quarters of the memory that the machine has free,
// in bytes, or 0 where the system does not tell.
func AvailableMemory() int64 {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	m := memAvailable.FindSubmatch(b)
	if m == nil {
		return 0
	}
	kb, err := strconv.ParseInt(string(m[1]), 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10 / 4 * 3
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
