package compute

import "example.com/sfatui/sessions/record"

// Share says which share of a session's sweep a task computes.
type Share struct {
	record.Task
	// Plans is how many of the session's plans are parted; 0 for all. A task that is
	// begun again after the sweep has grown keeps its share.
	Plans int
	// ByPoints parts the points without a thought for what neighbours share.
	ByPoints bool
}

// portion is what a task computes, and what it leaves to others.
type portion struct {
	Share
	done  map[string]bool // what is published, and what is not in the share
	there func(keys []string) []string
}
