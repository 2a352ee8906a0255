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
	ArtifactDir = "artifacts"
	ArtifactExt = ".npz"
)
