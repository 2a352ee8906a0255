package store

import "time"

// The minimum interval between two reads of a session that another process
// writes. Over a network it is longer, because a read costs the server more
// than a local disk, and other processes' writes arrive late anyway.
const (
	localInterval   = 250 * time.Millisecond
	networkInterval = 2 * time.Second
)

// Interval returns how often a follower should read a session in dir, depending
// on its file system.
func Interval(dir string) time.Duration {
	if Networked(dir) {
		return networkInterval
	}
	return localInterval
}
