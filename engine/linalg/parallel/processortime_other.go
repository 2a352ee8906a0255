//go:build !unix

package parallel

import "time"

var started = time.Now()

// ProcessorTime returns the time since the process started: this system has no call for the
// time that it has computed.
func ProcessorTime() time.Duration { return time.Since(started) }
