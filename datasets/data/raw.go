package data

import (
	"fmt"
	"image"
)

// MaxInputs is the most inputs that a set may have.
const MaxInputs = 100_000

// Raw is what the readers found: the data of one kind, with its inputs,
// before it is embedded into a Set.
type Raw struct {
	Kind       Kind
	Name       string
	Inputs     []string
	TargetName string
	Latents    int
	Rate       float64
	Framed     bool   // samples are frames already: no default embedding
	Preset     string // the delay embedding that a built-in set is made for; "" for the kind's
	Recordings []*Recording
	Sources    []Source
	Notes      []string
	Found      Found
	Prepared   []string

	series int // that were cut into pieces, so far

	// Spread is how many rows apart two rows may be and still share what was read, by
	// the steps so far.
	Spread int
	// Alone and Whole are those of the [Set].
	Alone func(x []float64) error
	Whole string
	// AloneOfWindows says that Alone does the same to windows of a part: its peak is theirs.
	AloneOfWindows bool
}

// Note adds a remark for the user.
func (m *Raw) Note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
}

// Did notes a step of the preparation.
func (m *Raw) Did(format string, args ...any) {
	m.Note(format, args...)
	m.Prepared = append(m.Prepared, fmt.Sprintf(format, args...))
}

// NumberSeries returns the number of a series of which pieces become recordings, from 1.
func (m *Raw) NumberSeries() int {
	m.series++
	return m.series
}

// HasHeld reports whether test data was read, even if it is too short to use.
func (m *Raw) HasHeld() bool {
	return len(m.Recordings) > 0 && m.Recordings[len(m.Recordings)-1].Held
}

// Found is what the readers came upon that a summary of the samples does not
// show.
type Found struct {
	// Missing counts the rows in which a number was missing, Filled the numbers
	// that were interpolated.
	Missing int `json:"missing_rows"`
	Filled  int `json:"interpolated"`
	// Short counts the segments that were skipped: shorter than a window.
	Short int `json:"skipped_segments"`
	// Gaps are those in the times of a file's rows, of files that have some.
	Gaps []Gap `json:"gaps"`
	// Smallest is the least width and the least height, in pixels and within the usual number
	// of inputs, of images of several sizes; zero for others.
	Smallest image.Point `json:"-"`
}

// Gap holds what is uneven in a file's times: gaps, steps back and times that stand
// in two rows.
type Gap struct {
	File    string  `json:"file"`
	Count   int     `json:"count"`     // gaps
	After   int     `json:"after_row"` // the row, from 1, before the first one
	Longest float64 `json:"longest_seconds"`
	Back    int     `json:"back"`    // steps back
	Doubled int     `json:"doubled"` // rows with the time of the row before
	Cuts    int     `json:"cuts"`    // gaps and steps back at which segments end
}

// Kind is what sort of data a file holds; it decides the defaults.
type Kind int

const (
	Table Kind = iota
	Sound
	Images
)

// String is the kind as a message names it.
func (k Kind) String() string {
	return [...]string{Table: "a table or series", Sound: "sound", Images: "images"}[k]
}
