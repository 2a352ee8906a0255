//go:build unix

package parallel

import (
	"syscall"
	"time"
)

// ProcessorTime returns the time that this process has computed so far, on all processors
// together. Other processes do not lengthen it, as they do wall time.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("parallel: getrusage: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
