package compute

import "example.com/sfatui/sessions/record"

// Share identifies the share of a session's sweep that a task computes.
type Share struct {
	record.Task
	// Plans is the number of the session's plans that are divided; 0 for all. A
	// restarted task keeps its share after the sweep has grown.
	Plans int
	// ByPoints divides the points without regard to the stages that neighbours
	// share.
	ByPoints bool
}

// portion is the part of a sweep that a task computes.
type portion struct {
	Share
	done  map[string]bool // points that are published or outside the share
	there func(keys []string) []string
}
