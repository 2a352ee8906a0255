//go:build !unix

package cluster

import "time"

// processorTime returns 0, because the processor time of other systems is
// unknown.
func processorTime() time.Duration { return 0 }
