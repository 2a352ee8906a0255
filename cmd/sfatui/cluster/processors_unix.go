//go:build unix

package cluster

import (
	"syscall"
	"time"
)

// processorTime is how long this process has computed, on all processors together.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
