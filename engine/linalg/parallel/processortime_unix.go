//go:build unix

package parallel

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time of this process so far, summed over all
// processors. Unlike wall time it does not depend on other processes.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("parallel: getrusage: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
