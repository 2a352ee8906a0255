//go:build unix

package main

import "syscall"

// cpuSeconds is the processor time of this process so far, on all processors
// together.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic("bench: getrusage: " + err.Error())
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
