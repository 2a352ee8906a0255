package journal

import (
	"os"
	"strconv"
	"time"

	"example.com/sfatui/sessions/record"
)

// Usage holds the resources of processes: processor time since they started, and resident
// memory in bytes.
type Usage struct {
	Processor time.Duration
	Memory    int64
}

// UsageOf returns the resources of the writers' processes on this machine; false if there is
// none, or if the system does not provide them (proc_pid_stat(5)).
func UsageOf(writing []record.Writing) (sum Usage, ok bool) {
	counted := map[int]bool{}
	for _, w := range writing {
		if counted[w.PID] || !isLocal(w.Opened) {
			continue
		}
		counted[w.PID] = true
		if u, known := usageOf(processStat(w.PID)); known {
			sum.Processor += u.Processor
			sum.Memory += u.Memory
			ok = true
		}
	}
	return sum, ok
}

// usageOf returns the resources in the fields of processStat (fields 14, 15 and 24).
func usageOf(fields []string) (Usage, bool) {
	if len(fields) < 22 {
		return Usage{}, false
	}
	user, err := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	pages, err3 := strconv.ParseInt(fields[21], 10, 64)
	if err != nil || err2 != nil || err3 != nil {
		return Usage{}, false
	}
	return Usage{time.Duration(user+system) * time.Second / ticks, pages * int64(os.Getpagesize())}, true
}
