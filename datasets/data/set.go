package data

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"

	"example.com/sfatui/datasets/confine"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
	"gonum.org/v1/gonum/mat"
)

// Set is a data set ready for the engine: n samples of d inputs.
type Set struct {
	// Name is what the user called it: a built-in name or a base name.
	Name string
	// Inputs names the d columns of X, or the channels of its series.
	Inputs []string
	// X is n×d, one sample a row. The rows of a segment are consecutive and
	// in temporal order.
	X *mat.Dense
	// Series says that a sample is a whole segment: each segment has one row of X, which
	// holds its frames as [PackSeries] writes them.
	Series bool
	// Segments cover the rows of X without gap or overlap, in order.
	Segments []Segment
	// Classes are the distinct labels in sorted order; nil without labels.
	Classes []string
	// Label is the class of each of the n samples as an index into Classes,
	// -1 where a sample has none; nil without labels.
	Label []int
	// Target is the number to predict for each of the n samples; nil without.
	Target []float64
	// TargetName is the target's column name.
	TargetName string
	// Importance weighs each of the n samples, TransitionImportance the
	// transitions at each: what a training graph may take up. Nil without.
	Importance, TransitionImportance []float64
	// Latent is n×k, the known latent variables of a generated set; nil for
	// real data.
	Latent *mat.Dense
	// Rate is the number of samples (rows of X) in a second; 0 if unknown.
	Rate float64
	// Overlap is how many rows apart two rows may be and still share raw samples: those of
	// a delay embedding, of frames, under the window of a filter or at the ends of a gap.
	// It is no part of the hash.
	Overlap int
	// Alone does to a part of a segment, whole rows, what was done to the segment by all of
	// its rows, so that the part does not depend on the others; nil where nothing was.
	Alone func(x []float64) error
	// Whole is the preparation that went by all rows of a segment and cannot be done so to
	// a part of it; "" for none.
	Whole string
	// Found is what the readers came upon.
	Found Found
	// Prepared says what was done to the samples, step by step.
	Prepared []string
	// Notes say in words what was understood, skipped and why.
	Notes []string

	// Files are those that were read, in order; nil for built-in sets.
	Files []Source
	// Spooled says that X is in a file rather than in memory.
	Spooled bool
	// Disk is where files beside the set's own may be.
	Disk confine.Disk
}

// Segment is a stretch of consecutive samples (a word, a recording, a trial).
// No difference, window or edge of a time graph crosses its border.
type Segment struct {
	// Name is the file's base name or the segment column's value.
	Name string
	// Group ties segments that must stay on one side of a split (a speaker);
	// "" without groups.
	Group string
	// Start and End bound the segment's rows: [Start, End).
	Start, End int
	// Held marks a segment that came from explicit test data.
	Held bool
	// Aside marks a segment that the data itself sets aside for choosing.
	Aside bool
	// Series is the number of the series that the segment is a piece of; 0 where it
	// is one by itself. Pieces of a series follow each other.
	Series int
}

// SegmentAt is the index of the segment that row lies in.
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

// Len is the number of samples in the segment.
func (s Segment) Len() int { return s.End - s.Start }

// Source is a file that was read.
type Source struct {
	Path   string        `json:"path"`
	SHA256 string        `json:"sha256"`
	later  func() string // waits for SHA256; nil where it is there
}

// LateSource is a file of which the hash is not ready: later waits for it.
func LateSource(path string, later func() string) Source { return Source{Path: path, later: later} }

// Sources are the files that were read, in order; nil for built-in sets. The hash
// of a large array may not be ready: then it is waited for.
func (s *Set) Sources() []Source {
	sources := slices.Clone(s.Files)
	for i, source := range sources {
		if source.later != nil {
			sources[i] = Source{Path: source.Path, SHA256: source.later()}
		}
	}
	return sources
}

// MostFrequent are the class that most samples have, and the one that most segments have whose
// samples have one class; the first of several, −1 without labels.
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

// SegmentClass is the class of a segment and whether all its samples have it.
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

// Groups are the distinct groups in the order of their first segment; none
// without groups.
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

// Room is an n×d matrix of zeros to hold samples of the set: in a file where the
// set itself is in one. The file is closed when nothing refers to the matrix.
// It fails where the file cannot be made.
func (s *Set) Room(n, d int) (*mat.Dense, error) {
	if !s.Spooled || n == 0 || d == 0 {
		return mat.NewDense(n, d, nil), nil
	}
	return storage.NewMatrix(n, d)
}

// Slice is the samples from one row up to another, as part of X: they are not to be
// written to. Samples in a file stay as long as anything refers to the slice.
func (s *Set) Slice(from, to int) *mat.Dense {
	_, d := s.X.Dims()
	part := s.X.Slice(from, to, 0, d).(*mat.Dense)
	if s.Spooled {
		runtime.AddCleanup(part, runtime.KeepAlive, any(s.X)) // X's mapping ends with X
	}
	return part
}

// OpenFile opens a file that is read beside the set, such as one of edges,
// where the set's own files may be: anywhere, or in the folder of its Disk.
func (s *Set) OpenFile(path string) (*os.File, error) {
	f, err := s.Disk.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", message.Clean(path), message.Reason(err))
	}
	return f, nil
}
