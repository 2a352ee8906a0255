// Package normal says which samples of a data set are of normal operation, and which are
// not: by their labels, or by the names and the onset of faults of their segments.
package normal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
)

// The parameters that say it.
var (
	// Operation is what normal operation is called, see [Of].
	Operation = part.NewWord(part.Axis{
		Name: "normal", Readout: true, Unset: "auto", Read: anyWord,
		Doc: "label of normal operation, which novelty is learnt from, or without labels the names of its segments; * stands for anything: 0, 'd00*'; auto: the one label of the training part, or all",
	})
	// Onset is the sample of a segment with which what is new begins.
	Onset = part.NewCount(part.Axis{
		Name: "onset", Readout: true, Unset: "none",
		Doc: "sample, counted from 1, with which the fault begins in each segment that is not normal operation: 161; none: with the first",
	})
)

// anyWord takes a label or a pattern as it is.
func anyWord(word string) (string, error) {
	if word == "" {
		return "", errors.New("write a label, or names of segments such as 'd00*'")
	}
	return word, nil
}

// State is what is known of a sample beforehand.
type State int8

// The states of samples.
const (
	Normal  State = iota // it is of normal operation
	New                  // it is not
	Unknown              // it has no label: it is not learnt from, and counts nowhere
)

// Of are the states of all samples of a set under a point's [Operation] and [Onset]. A sample
// is of normal operation where its label is that of Operation, or without labels where its
// segment is; in other segments, too, before Onset, which without labels, and where there is
// data to test on, is counted there alone. Where Operation is not given the one label of the
// training data is normal, and without labels every segment, from Onset on what it says. It
// fails where Operation names nothing that there is, or is needed.
func Of(at part.Point, set *data.Set) ([]State, error) {
	normal, err := normality(Operation.Of(at), set)
	if err != nil {
		return nil, err
	}
	out := make([]State, set.X.RawMatrix().Rows)
	onset, named := Onset.Of(at), set.Label != nil || Operation.Of(at) != ""
	held := slices.ContainsFunc(set.Segments, func(s data.Segment) bool { return s.Held })
	for _, s := range set.Segments {
		for i := s.Start; i < s.End; i++ {
			switch is := normal(s, i); {
			case is == Unknown, is == Normal && named:
				out[i] = is
			case !named && (onset == 0 || held && !s.Held), i-s.Start+1 < onset:
				out[i] = Normal
			default:
				out[i] = New
			}
		}
	}
	return out, nil
}

// normality says of the rows of segments whether they are normal by name.
func normality(pattern string, set *data.Set) (func(s data.Segment, row int) State, error) {
	state := func(normal bool) State {
		if normal {
			return Normal
		}
		return New
	}
	if set.Label == nil {
		if pattern != "" && !slices.ContainsFunc(set.Segments, func(s data.Segment) bool { return Matches(pattern, s.Name) }) {
			return nil, part.Errorf("normal", "%q: without labels (--label) it names segments, which are %s", pattern, some(set.Segments, func(s data.Segment) string { return s.Name }))
		}
		return func(s data.Segment, _ int) State { return state(pattern == "" || Matches(pattern, s.Name)) }, nil
	}
	normal := make([]bool, len(set.Classes))
	any := false
	for k, class := range set.Classes {
		normal[k] = pattern != "" && Matches(pattern, class)
		any = any || normal[k]
	}
	if pattern == "" {
		learnt := trainingClasses(set)
		if len(learnt) != 1 {
			return nil, part.Errorf("normal", "novelty is learnt from normal operation: name its label, which is one of %s", some(set.Classes, func(c string) string { return c }))
		}
		normal[learnt[0]], any = true, true
	}
	if !any {
		return nil, part.Errorf("normal", "%q: no label is so; the labels are %s", pattern, some(set.Classes, func(c string) string { return c }))
	}
	return func(_ data.Segment, row int) State {
		if k := set.Label[row]; k >= 0 {
			return state(normal[k])
		}
		return Unknown
	}, nil
}

// trainingClasses are those of the samples that may be trained on.
func trainingClasses(set *data.Set) []int {
	var out []int
	for _, s := range set.Segments {
		for _, k := range set.Label[s.Start:s.End] {
			if k >= 0 && !s.Held && !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}

// some lists the first of some names.
func some[T any](all []T, name func(T) string) string {
	const most = 8
	var out []string
	for _, v := range all[:min(len(all), most)] {
		out = append(out, name(v))
	}
	text := strings.Join(out, ", ")
	if len(all) > most {
		text += fmt.Sprintf(" and %d more", len(all)-most)
	}
	return text
}

// Matches reports whether a name is that of a pattern, in which * stands for anything.
func Matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(name, parts[0])
	for i, p := range parts[1:] {
		if i == len(parts)-2 {
			return ok && strings.HasSuffix(rest, p)
		}
		at := strings.Index(rest, p)
		if at < 0 {
			return false
		}
		rest = rest[at+len(p):]
	}
	return ok && rest == ""
}
