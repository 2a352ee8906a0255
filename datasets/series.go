package datasets

import (
	"fmt"
	"math"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// seriesReader gathers the series of a file, each of which is a segment.
type seriesReader struct {
	to   *sink
	f    file
	path string // for messages
	n    int    // series so far
	// What is noted at the end.
	filled, empty lines
	unlabelled    int
}

// series is one series as a file holds it.
type series struct {
	channels [][]float64 // of the same length; NaN is a missing value
	label    string
	labelled bool    // the file has labels; an empty one is missing
	target   float64 // the number to predict; NaN without one
}

// add adds a series that is on that line. What is missing at its ends only
// fills it up to the length of others; within it is refused. Errors lack the
// place.
func (r *seriesReader) add(line int, s series) error {
	r.n++
	length := len(s.channels[0])
	for c, x := range s.channels {
		if len(x) != length {
			return fmt.Errorf("dimension 1 has %s but dimension %d has %d: a series needs as many in each", message.Counted(length, "value"), c+1, len(x))
		}
	}
	if err := r.to.Hold(length*len(s.channels), r.f.path); err != nil {
		return err
	}
	pieces := s.pieces()
	switch {
	case len(pieces) == 0:
		r.empty.add(line)
		return nil
	case len(pieces) > 1 && r.to.missing.fill > 0:
		for i, p := range pieces[1:] {
			r.to.Found.Missing += p[0] - pieces[i][1]
		}
		pieces = [][2]int{{pieces[0][0], pieces[len(pieces)-1][1]}}
	case len(pieces) > 1 && !r.to.missing.split:
		at := pieces[0][1]
		for c, x := range s.channels {
			if math.IsNaN(x[at]) {
				return fmt.Errorf("value %d of dimension %d is missing: fill it, or leave the series out", at+1, c+1)
			}
		}
	case pieces[0][1]-pieces[0][0] < length:
		r.filled.add(line)
	}
	if s.labelled && s.label == "" {
		r.unlabelled++
	}
	number := strconv.Itoa(r.n)
	for i, p := range pieces {
		rec := s.recording(p[0], p[1])
		rec.Held, rec.Name = r.f.held, r.f.base()+":"+number
		if i > 0 {
			rec.Name += "#" + strconv.Itoa(i+1)
		}
		rec.Fields["series"] = number
		if err := r.to.place(rec); err != nil {
			return err
		}
		r.to.Recordings = append(r.to.Recordings, rec)
	}
	return nil
}

// pieces are the runs of the series, from and to, in which nothing is missing.
func (s series) pieces() [][2]int {
	var runs [][2]int
	whole := false
	for t := range s.channels[0] {
		before := whole
		whole = true
		for _, x := range s.channels {
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

// recording is a run of the series as a segment.
func (s series) recording(from, to int) *data.Recording {
	d := len(s.channels)
	r := &data.Recording{Rows: to - from, X: make([]float64, (to-from)*d), Fields: map[string]string{}}
	for c, x := range s.channels {
		for t, v := range x[from:to] {
			r.X[t*d+c] = v
		}
	}
	if s.labelled {
		r.Labels = []string{s.label}
		r.Fields["label"] = s.label
	}
	if !math.IsNaN(s.target) {
		r.Target = make([]float64, r.Rows)
		for t := range r.Target {
			r.Target[t] = s.target
		}
	}
	return r
}

// finish notes what was met.
func (r *seriesReader) finish() error {
	base := r.f.base()
	if r.n == 0 {
		return fmt.Errorf("%s has a header but no series", r.path)
	}
	if r.filled.count > 0 {
		r.to.Note("%s: %d series filled up with missing values at an end, which were cut off (first on line %d)", base, r.filled.count, r.filled.first)
	}
	if r.empty.count > 0 {
		r.to.Note("%s: %d series of nothing but missing values left out (first on line %d)", base, r.empty.count, r.empty.first)
	}
	if r.unlabelled > 0 {
		r.to.Note("%s: %d series without a label", base, r.unlabelled)
	}
	r.to.setRate(base, 0)
	return nil
}
