package sweep

import (
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
