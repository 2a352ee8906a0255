package store

// The layout of a session's directory.
const (
	HeaderName  = "session.json"
	PlanDir     = "plan"
	PlanExt     = ".jsonl"
	JournalDir  = "journal"
	JournalExt  = ".jsonl"
	PointsDir   = "points"
	PointExt    = ".json"
	JobsDir     = "jobs" // of batch systems; no part of the record
	ArtifactDir = "artifacts"
	ArtifactExt = ".npz"
)
