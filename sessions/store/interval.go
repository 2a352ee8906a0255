package store

import "time"

// The least time between two looks at a session that another process writes:
// over a network, where a look costs the server more than one's own disk, and
// where what others wrote is seen late anyway, it is longer.
const (
	localInterval   = 250 * time.Millisecond
	networkInterval = 2 * time.Second
)

// Interval is how often [Follow] should look at a session in dir: by the file
// system that it is on, where the system tells.
func Interval(dir string) time.Duration {
	if Networked(dir) {
		return networkInterval
	}
	return localInterval
}
