//go:build !unix

package parallel

import "time"

var started = time.Now()

// ProcessorTime returns the time since the process started, because this system has no
// call for its processor time.
func ProcessorTime() time.Duration { return time.Since(started) }
