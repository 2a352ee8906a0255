// Package dataset writes the samples of a data set, as read and prepared, as a
// table or as arrays: inputs, segments, groups, labels, target, importances and
// the known latent variables of built-in sets. sfatui can open both.
//
// To add a format: write a function like [WriteCSV], and list it in [Formats].
package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions/npz"
)

// Format is one way to write a data set.
type Format struct {
	Extension string
	Binary    bool
	Write     func(w io.Writer, set *data.Set) error
}

// Formats are all ways to write a data set.
var Formats = []Format{{"csv", false, WriteCSV}, {"npz", true, WriteNPZ}}

// ErrSeries reports that samples are whole series, which cannot be written.
var ErrSeries = errors.New("a sample is a whole segment here, which a table or an array of samples cannot hold: read the data without --unit segment")

// column is a table column other than the inputs.
type column struct {
	name string
	of   func(row, segment int) string
}

// WriteCSV writes a set as a table (RFC 4180), one row per sample. The columns
// are the name of its segment (preceded by the segment's number from 1 if
// neighbours share a name), its group, label, target and importances if there
// are any, the inputs by name, and latent1 … latentk. Parsing the numbers
// returns the same numbers. A column with the name of an input gets the suffix
// "_". It returns the error of w, and ErrSeries for whole series.
func WriteCSV(w io.Writer, set *data.Set) error {
	if set.Series {
		return ErrSeries
	}
	columns := columnsOf(set)
	var head []string
	for _, c := range columns {
		head = append(head, uniqueName(set.Inputs, c.name))
	}
	for _, name := range set.Inputs {
		head = append(head, message.Clean(name))
	}
	latents := 0
	if set.Latent != nil {
		_, latents = set.Latent.Dims()
	}
	for k := range latents {
		head = append(head, uniqueName(set.Inputs, fmt.Sprintf("latent%d", k+1)))
	}
	out := csv.NewWriter(w)
	if err := out.Write(head); err != nil {
		return err
	}
	for k, s := range set.Segments {
		for t := s.Start; t < s.End; t++ {
			row := make([]string, 0, len(head))
			for _, c := range columns {
				row = append(row, c.of(t, k))
			}
			for _, v := range set.X.RawRowView(t) {
				row = append(row, number(v))
			}
			for j := range latents {
				row = append(row, number(set.Latent.At(t, j)))
			}
			if err := out.Write(row); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// columnsOf returns the columns other than inputs and latent variables.
func columnsOf(set *data.Set) []column {
	names := segmentNames(set)
	out := []column{{"segment", func(_, k int) string { return names[k] }}}
	if hasGroups(set) {
		out = append(out, column{"group", func(_, k int) string { return message.Clean(set.Segments[k].Group) }})
	}
	if set.Label != nil {
		out = append(out, column{"label", func(t, _ int) string { return labelOf(set, t) }})
	}
	for _, c := range []struct {
		name   string
		values []float64
	}{{"target", set.Target}, {"importance", set.Importance}, {"transition_importance", set.TransitionImportance}} {
		if c.values != nil {
			out = append(out, column{c.name, func(t, _ int) string { return number(c.values[t]) }})
		}
	}
	return out
}

// segmentNames returns names such that consecutive segments have different
// ones.
func segmentNames(set *data.Set) []string {
	names, alike := make([]string, len(set.Segments)), false
	for k, s := range set.Segments {
		names[k] = strings.TrimSpace(message.Clean(s.Name))
		alike = alike || k > 0 && names[k] == names[k-1]
	}
	for k := range names {
		if alike {
			names[k] = fmt.Sprintf("%d %s", k+1, names[k])
		}
	}
	return names
}

// uniqueName returns a name that no input has.
func uniqueName(inputs []string, name string) string {
	for slices.Contains(inputs, name) {
		name += "_"
	}
	return name
}

func hasGroups(set *data.Set) bool {
	return slices.ContainsFunc(set.Segments, func(s data.Segment) bool { return s.Group != "" })
}

// labelOf returns the class of a sample; "" for none.
func labelOf(set *data.Set, t int) string {
	if k := set.Label[t]; k >= 0 {
		return message.Clean(set.Classes[k])
	}
	return ""
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// WriteNPZ writes a set as arrays that numpy.load reads: X (n×d) and the names
// of its inputs, the number of each sample's segment from 1 and the segments'
// names, group, label, target, importance and transition_importance of each
// sample if there are any, and latent (n×k). It returns the error of w, and
// ErrSeries for whole series.
func WriteNPZ(w io.Writer, set *data.Set) error {
	if set.Series {
		return ErrSeries
	}
	n, _ := set.X.Dims()
	var names []string
	segment, group := make([]int, n), make([]string, n)
	for k, s := range set.Segments {
		names = append(names, message.Clean(s.Name))
		for t := s.Start; t < s.End; t++ {
			segment[t], group[t] = k+1, message.Clean(s.Group)
		}
	}
	z := npz.NewWriter(w)
	z.Matrix("X", set.X)
	z.Texts("inputs", set.Inputs)
	z.Ints("segment", segment)
	z.Texts("segments", names)
	if hasGroups(set) {
		z.Texts("group", group)
	}
	if set.Label != nil {
		label := make([]string, n)
		for t := range label {
			label[t] = labelOf(set, t)
		}
		z.Texts("label", label)
	}
	if set.Target != nil {
		z.Floats("target", set.Target)
	}
	if set.Importance != nil {
		z.Floats("importance", set.Importance)
	}
	if set.TransitionImportance != nil {
		z.Floats("transition_importance", set.TransitionImportance)
	}
	if set.Latent != nil {
		z.Matrix("latent", set.Latent)
	}
	return z.Close()
}
