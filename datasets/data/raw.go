package data

import (
	"fmt"
	"image"
)

// MaxInputs is the maximum number of inputs of a set.
const MaxInputs = 100_000

// Raw is the output of the readers: data of one kind with its inputs, before it
// is embedded into a Set.
type Raw struct {
	Kind       Kind
	Name       string
	Inputs     []string
	TargetName string
	Latents    int
	Rate       float64
	Framed     bool   // samples are frames already: no default embedding
	Preset     string // the default delay embedding of a built-in set; "" for that of the kind
	Recordings []*Recording
	Sources    []Source
	Notes      []string
	Found      Irregularities
	Prepared   []string

	series int // number of series that were divided into pieces so far

	// Spread is the largest distance in rows of two rows that depend on a
	// common raw sample, after the steps so far.
	Spread int
	// Alone and Whole have the meaning of those of [Set].
	Alone func(x []float64) error
	Whole string
	// AloneOfWindows reports that Alone has the same effect on the windows of a part: the
	// peak of the part is the peak of its windows.
	AloneOfWindows bool
}

// Note adds a remark for the user.
func (m *Raw) Note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
}

// Did records a step of the preparation, and notes it.
func (m *Raw) Did(format string, args ...any) {
	m.Note(format, args...)
	m.Prepared = append(m.Prepared, fmt.Sprintf(format, args...))
}

// NumberSeries returns a new series number, from 1, for recordings that are
// pieces of one series.
func (m *Raw) NumberSeries() int {
	m.series++
	return m.series
}

// HasHeld reports whether test data was read, even if it is too short to use.
func (m *Raw) HasHeld() bool {
	return len(m.Recordings) > 0 && m.Recordings[len(m.Recordings)-1].Held
}

// Irregularities holds irregularities of the files that a summary of the samples does
// not show.
type Irregularities struct {
	// Missing counts the rows with missing values, Filled the interpolated
	// values.
	Missing int `json:"missing_rows"`
	Filled  int `json:"interpolated"`
	// Unfilled counts the rows with missing values that interpolation left out.
	Unfilled int `json:"-"`
	// Short counts the segments that were skipped because they are shorter than
	// a window.
	Short int `json:"skipped_segments"`
	// Gaps holds the gaps in the times of the rows, for each file that has
	// some.
	Gaps []Gap `json:"gaps"`
	// Smallest is the minimum width and height in pixels of images of several
	// sizes, ignoring images above the usual number of inputs; zero for other
	// data.
	Smallest image.Point `json:"-"`
}

// Gap holds the irregularities of a file's times: gaps, backward steps and
// duplicate times.
type Gap struct {
	File    string  `json:"file"`
	Count   int     `json:"count"`     // gaps
	After   int     `json:"after_row"` // row before the first gap, from 1
	Longest float64 `json:"longest_seconds"`
	Back    int     `json:"back"`    // backward steps
	Doubled int     `json:"doubled"` // rows with the same time as the row before
	Cuts    int     `json:"cuts"`    // gaps and backward steps at which segments end
}

// Kind is the type of data in a file; it determines the defaults.
type Kind int

const (
	Table Kind = iota
	Sound
	Images
)

// String returns the name of the kind for messages.
func (k Kind) String() string {
	return [...]string{Table: "a table or series", Sound: "sound", Images: "images"}[k]
}
