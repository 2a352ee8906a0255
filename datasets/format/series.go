package format

import (
	"fmt"
	"math"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/format/lex"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/storage"
)

// Series collects the series of a file. Each series is a segment.
type Series struct {
	to       *Sink
	f        File
	n        int   // number of series so far
	channels int   // channels of each series in the file
	chosen   []int // channels that are inputs, from 0
	// For the notes of Finish.
	filled, empty lex.Lines
	unlabelled    int
}

// Sample is one series as a file holds it.
type Sample struct {
	Channels [][]float64 // of equal length; NaN for a missing value
	Label    string
	Labelled bool    // the file has labels; an empty one is missing
	Target   float64 // the number to predict; NaN without one
}

// NewSeries returns a collector of the series of a file.
func (to *Sink) NewSeries(f File) *Series { return &Series{to: to, f: f} }

// Begin sets the number of channels of each series in the file at path, and the
// name of the target. The channels are named x1 …; --columns and --drop choose
// the inputs.
func (r *Series) Begin(path string, channels int, target string) error {
	names, c := Numbered(channels), r.to.Columns
	c.Of = [roleCount]string{}
	roles, err := c.Assign(path, names, nil, nil)
	if err != nil {
		return err
	}
	r.channels, r.chosen = channels, roles.Inputs
	inputs := make([]string, len(r.chosen))
	for i, c := range r.chosen {
		inputs[i] = names[c]
	}
	return r.to.Match(path, inputs, target)
}

// IsEmpty reports whether no series was added yet.
func (r *Series) IsEmpty() bool { return r.n == 0 }

// Add adds the series on the given line. Missing values at its ends are padding
// and cut off; within the series they are handled as --missing specifies.
// Errors lack the place.
func (r *Series) Add(line int, s Sample) error {
	r.n++
	length := len(s.Channels[0])
	var err error
	if s.Channels, err = r.choose(s.Channels); err != nil {
		return err
	}
	if err := r.to.Hold(length*len(s.Channels), r.f.Path); err != nil {
		return err
	}
	for _, x := range s.Channels {
		r.to.Missing.Markers.mark(x)
	}
	pieces := s.pieces()
	switch {
	case len(pieces) == 0:
		r.empty.Add(line)
		return nil
	case len(pieces) > 1 && r.to.Missing.Fill > 0:
		for i, p := range pieces[1:] {
			r.to.Found.Missing += p[0] - pieces[i][1]
		}
		pieces = [][2]int{{pieces[0][0], pieces[len(pieces)-1][1]}}
	case len(pieces) > 1 && !r.to.Missing.Split:
		at := pieces[0][1]
		for c, x := range s.Channels {
			if math.IsNaN(x[at]) {
				return fmt.Errorf("value %d of dimension %d is missing: fill it, leave the series out, end a segment there (--missing split), or fill short gaps (--missing interpolate:3)", at+1, r.chosen[c]+1)
			}
		}
	case pieces[0][1]-pieces[0][0] < length:
		r.filled.Add(line)
	}
	if s.Labelled && s.Label == "" {
		r.unlabelled++
	}
	number, series := strconv.Itoa(r.n), 0
	if len(pieces) > 1 {
		series = r.to.NumberSeries()
	}
	for i, p := range pieces {
		rec := s.recording(p[0], p[1])
		rec.Held, rec.Name, rec.Series = r.f.Held, r.f.Base()+":"+number, series
		if i > 0 {
			rec.Name += "#" + strconv.Itoa(i+1)
		}
		rec.Fields["series"] = number
		if err := r.to.Place(rec); err != nil {
			return err
		}
		r.to.Recordings = append(r.to.Recordings, rec)
		storage.Expect(recordingBytes)
	}
	return nil
}

// recordingBytes is the memory in bytes of a short series, its segment and its label, without
// its numbers.
const recordingBytes = 768

// choose returns the channels that are inputs. It returns an error if channels
// are missing or differ in length.
func (r *Series) choose(all [][]float64) ([][]float64, error) {
	if len(all) != r.channels {
		return nil, fmt.Errorf("the series has %s, but those before it have %d: all must have the same number", message.Counted(len(all), "channel"), r.channels)
	}
	for c, x := range all {
		if len(x) != len(all[0]) {
			return nil, fmt.Errorf("dimension 1 has %s but dimension %d has %d: a series needs the same number in each", message.Counted(len(all[0]), "value"), c+1, len(x))
		}
	}
	out := make([][]float64, len(r.chosen))
	for i, c := range r.chosen {
		out[i] = all[c]
	}
	return out, nil
}

// pieces returns the runs [from, to) of the series without missing values.
func (s Sample) pieces() [][2]int {
	var runs [][2]int
	whole := false
	for t := range s.Channels[0] {
		before := whole
		whole = true
		for _, x := range s.Channels {
			whole = whole && !math.IsNaN(x[t])
		}
		switch {
		case whole && !before:
			runs = append(runs, [2]int{t, t + 1})
		case whole:
			runs[len(runs)-1][1] = t + 1
		}
	}
	return runs
}

// recording returns the samples from to to−1 as a segment.
func (s Sample) recording(from, to int) *data.Recording {
	d := len(s.Channels)
	r := &data.Recording{Rows: to - from, X: make([]float64, (to-from)*d), Fields: map[string]string{}}
	for c, x := range s.Channels {
		for t, v := range x[from:to] {
			r.X[t*d+c] = v
		}
	}
	if s.Labelled {
		r.Labels = []string{s.Label}
		r.Fields["label"] = s.Label
	}
	if !math.IsNaN(s.Target) {
		r.Target = make([]float64, r.Rows)
		for t := range r.Target {
			r.Target[t] = s.Target
		}
	}
	return r
}

// Finish adds the notes on padded, empty and unlabelled series.
func (r *Series) Finish() error {
	base := r.f.Base()
	if r.n == 0 {
		return fmt.Errorf("%s has a header but no series", r.f.Shown())
	}
	if r.filled.Count > 0 {
		r.to.Note("%s: %d series were padded with missing values at an end, which were cut off (first on line %d)", base, r.filled.Count, r.filled.First)
	}
	if r.empty.Count > 0 {
		r.to.Note("%s: %d series of nothing but missing values left out (first on line %d)", base, r.empty.Count, r.empty.First)
	}
	if r.unlabelled > 0 {
		r.to.Note("%s: %d series without a label", base, r.unlabelled)
	}
	r.to.SetRate(base, 0)
	return nil
}
