//go:build !unix

package main

import "time"

var started = time.Now()

// cpuSeconds is the time since the start where the system does not tell the
// processor time.
func cpuSeconds() float64 { return time.Since(started).Seconds() }
