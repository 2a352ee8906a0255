package datasets

// Options say how to read a data set: the data flags of the command line,
// kept in a session so that the set can be opened again.
type Options struct {
	// Paths are a built-in set's name, files, or directories of files.
	// None means the built-in set "vowels".
	Paths []string `json:"paths,omitempty"`
	// TestPaths is explicit test data, read like Paths; its segments are Held.
	TestPaths []string `json:"test_data,omitempty"`
	// Label, Segment, Group and Target name columns of a table.
	Label   string `json:"label,omitempty"`
	Segment string `json:"segment,omitempty"`
	Group   string `json:"group,omitempty"`
	Target  string `json:"target,omitempty"`
	// Importance and TransitionImportance name columns of a table that weigh
	// samples and transitions: numbers of 0 or above, and above 0.
	Importance           string `json:"importance,omitempty"`
	TransitionImportance string `json:"transition_importance,omitempty"`
	// Drop names columns of a table that are not inputs.
	Drop []string `json:"drop,omitempty"`
	// Name is the pattern of WAV file names, such as "{label}_{group}_{rep}".
	Name string `json:"name,omitempty"`
	// Where keeps the segments whose fields match, such as
	// "rep=5..14 label=3,7". The fields are those of Name, or of a table the
	// columns named by Label, Segment and Group, by role and by column name.
	Where string `json:"where,omitempty"`
	// Embed is the delay embedding as written, "l=500,epsilon=5,delta=50",
	// "none", or "" for the default of the kind of data.
	Embed string `json:"embed,omitempty"`
	// Normalise is "peak", "rms", "none", or "" for the default of the kind
	// of data (peak for sound, none otherwise).
	Normalise string `json:"normalise,omitempty"`
	// Transpose reads tables and arrays whose rows are the variables.
	Transpose bool `json:"transpose,omitempty"`
	// Missing says what a missing or infinite number does: "refuse" (also "")
	// is an error that names its place, "split" ends a segment there.
	Missing string `json:"missing,omitempty"`
	// Limit keeps at most that many samples after embedding, the first ones, of
	// the data and of the test data each; 0 keeps all.
	Limit int `json:"limit,omitempty"`
}
