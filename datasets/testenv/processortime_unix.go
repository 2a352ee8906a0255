//go:build unix

package testenv

import (
	"syscall"
	"time"
)

// processorTime returns the processor time of this process so far, in user and system mode.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Since(begun)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var begun = time.Now()
