package sessions

// The layout of a session's directory.
const (
	headerName  = "session.json"
	planDir     = "plan"
	planExt     = ".jsonl"
	journalDir  = "journal"
	journalExt  = ".jsonl"
	pointsDir   = "points"
	pointExt    = ".json"
	artifactDir = "artifacts"
	artifactExt = ".npz"
)
