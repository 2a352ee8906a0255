package data

// Found is what the readers came upon that a summary of the samples does not
// show.
type Found struct {
	// Missing counts the rows in which a number was missing, Filled the numbers
	// that were interpolated.
	Missing int `json:"missing_rows"`
	Filled  int `json:"interpolated"`
	// Short counts the segments that were skipped: shorter than a window.
	Short int `json:"skipped_segments"`
	// Gaps are those in the times of a file's rows.
	Gaps []Gap `json:"gaps"`
}

// Gap tells of the gaps in a file's times.
type Gap struct {
	File    string  `json:"file"`
	Count   int     `json:"count"`
	After   int     `json:"after_row"` // the row, from 1, before the first one
	Longest float64 `json:"longest_seconds"`
}
