//go:build !unix

package cluster

import "time"

// processorTime is not known: other systems are not asked.
func processorTime() time.Duration { return 0 }
