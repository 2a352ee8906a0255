//go:build !unix

package testenv

import "time"

// processorTime returns the wall time, where the system has no other.
func processorTime() time.Duration { return time.Since(begun) }

var begun = time.Now()
