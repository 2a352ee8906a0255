package data

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/datasets/storage"
	"gonum.org/v1/gonum/mat"
)

// Set is a data set ready for the engine: n samples of d inputs.
type Set struct {
	// Name is the user's name of the set: a built-in name or a base name.
	Name string
	// Inputs names the d columns of X, or the channels of its series.
	Inputs []string
	// X is n×d, one sample per row. The rows of a segment are consecutive and
	// in temporal order.
	X *mat.Dense
	// Series reports that a sample is a whole segment: each segment has one row
	// of X, which holds its frames as [PackSeries] writes them.
	Series bool
	// Segments cover the rows of X without gap or overlap, in order.
	Segments []Segment
	// Classes holds the distinct labels in sorted order; nil without labels.
	Classes []string
	// Label is the class of each of the n samples as an index into Classes, -1
	// for a sample without a label; nil without labels.
	Label []int
	// Target is the number to predict for each of the n samples; nil without.
	Target []float64
	// TargetName is the target's column name.
	TargetName string
	// Importance weights each of the n samples, TransitionImportance the
	// transitions from each, for training graphs. Nil without.
	Importance, TransitionImportance []float64
	// Latent is n×k, the known latent variables of a generated set; nil for
	// real data.
	Latent *mat.Dense
	// Rate is the number of samples (rows of X) per second; 0 if unknown.
	Rate float64
	// Overlap is the largest distance in rows of two rows that depend on a
	// common raw sample: through a delay embedding, frames, the window of a
	// filter or interpolation. It is not part of the hash.
	Overlap int
	// Alone applies to a part of a segment (complete rows) the normalisation
	// that used all rows of the segment, so that the part does not depend on
	// the other rows; nil without such a step.
	Alone func(x []float64) error
	// Whole is the preparation that used all rows of a segment and cannot be
	// applied to a part of it; "" for none.
	Whole string
	// Found holds irregularities of the files.
	Found Irregularities
	// Prepared lists the preparation steps.
	Prepared []string
	// Notes describes how the files were interpreted, and what was skipped and
	// why.
	Notes []string

	// Files holds the files that were read, in order; nil for built-in sets.
	Files []Source
	// Spooled reports that X is in a file rather than in memory.
	Spooled bool
	// Disk restricts the folder of further files.
	Disk sandbox.Disk
}

// A Segment is a range of consecutive samples (a word, a recording, a trial).
// No difference, window or edge of a time graph crosses its border.
type Segment struct {
	// Name is the file's base name or the segment column's value.
	Name string
	// Group identifies segments that must stay on one side of a split (a
	// speaker); "" without groups.
	Group string
	// Start and End bound the segment's rows: [Start, End).
	Start, End int
	// Held marks a segment that came from explicit test data.
	Held bool
	// Aside marks a segment that the data itself reserves for validation.
	Aside bool
	// Series is the number of the series of which the segment is a piece; 0 for
	// a complete series. Pieces of a series are consecutive.
	Series int
}

// SegmentAt returns the index of the segment that contains row.
func (s *Set) SegmentAt(row int) int {
	i, found := slices.BinarySearchFunc(s.Segments, row, func(seg Segment, row int) int { return cmp.Compare(seg.Start, row) })
	if !found {
		i--
	}
	return max(i, 0)
}

// GoesOn reports whether a segment is a piece of the series of the segment before.
func (s *Set) GoesOn(segment int) bool {
	return segment > 0 && s.Segments[segment].Series > 0 && s.Segments[segment].Series == s.Segments[segment-1].Series
}

// Len returns the number of samples in the segment.
func (s Segment) Len() int { return s.End - s.Start }

// Source is a file that was read.
type Source struct {
	Path   string        `json:"path"`
	SHA256 string        `json:"sha256"`
	later  func() string // returns SHA256 when it is computed; nil if it is set
}

// LateSource returns the record of a file whose hash later computes.
func LateSource(path string, later func() string) Source { return Source{Path: path, later: later} }

// Sources returns the files that were read, in order; nil for built-in sets. It
// waits for hashes of large arrays that are still being computed.
func (s *Set) Sources() []Source {
	sources := slices.Clone(s.Files)
	for i, source := range sources {
		if source.later != nil {
			sources[i] = Source{Path: source.Path, SHA256: source.later()}
		}
	}
	return sources
}

// MostFrequent returns the class with the most samples, and the class with the
// most segments of that class alone. Of several it returns the first; −1
// without labels.
func (s *Set) MostFrequent() (ofSamples, ofSegments int) {
	if s.Label == nil {
		return -1, -1
	}
	samples, segments := make([]int, len(s.Classes)), make([]int, len(s.Classes))
	for _, k := range s.Label {
		if k >= 0 {
			samples[k]++
		}
	}
	for _, seg := range s.Segments {
		if class, constant := s.SegmentClass(seg); constant && class >= 0 {
			segments[class]++
		}
	}
	return slices.Index(samples, slices.Max(samples)), slices.Index(segments, slices.Max(segments))
}

// SegmentClass returns the class of a segment, and whether all its samples have
// it.
func (s *Set) SegmentClass(seg Segment) (class int, constant bool) {
	labels := s.Label[seg.Start:seg.End]
	for _, l := range labels {
		if l != labels[0] {
			return -1, false
		}
	}
	return labels[0], true
}

// HasPairs reports whether any segment has two consecutive samples.
func (s *Set) HasPairs() bool {
	return slices.ContainsFunc(s.Segments, func(seg Segment) bool { return seg.Len() > 1 })
}

// Groups returns the distinct groups in the order of their first segment.
func (s *Set) Groups() []string {
	var groups []string
	seen := map[string]bool{"": true}
	for _, seg := range s.Segments {
		if !seen[seg.Group] {
			seen[seg.Group] = true
			groups = append(groups, seg.Group)
		}
	}
	return groups
}

// Room returns an n×d matrix of zeros for samples of the set. It is in a file
// if the set is in one; the file is closed when the matrix is unreachable. Room
// returns an error if the file cannot be created.
func (s *Set) Room(n, d int) (*mat.Dense, error) {
	if !s.Spooled || n == 0 || d == 0 {
		return mat.NewDense(n, d, nil), nil
	}
	return storage.NewMatrix(n, d)
}

// Slice returns the samples [from, to) as a view of X, which must not be
// written to. A mapped file stays open while the view is reachable.
func (s *Set) Slice(from, to int) *mat.Dense {
	_, d := s.X.Dims()
	part := s.X.Slice(from, to, 0, d).(*mat.Dense)
	if s.Spooled {
		runtime.AddCleanup(part, runtime.KeepAlive, any(s.X)) // X is unmapped when it becomes unreachable
	}
	return part
}

// OpenFile opens a further file, such as a list of edges, in the places where
// the set's own files may be: anywhere, or in the folder of its Disk.
func (s *Set) OpenFile(path string) (*os.File, error) {
	f, err := s.Disk.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	return f, nil
}
