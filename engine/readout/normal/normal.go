// Package normal determines which samples of a data set are of normal operation: by
// their labels, or by the names and the onset of faults of their segments.
package normal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
)

// The parameters of normal operation.
var (
	// Operation is the name of normal operation, see [Of].
	Operation = part.NewWord(part.Axis{
		Name: "normal", Readout: true, Unset: "auto", Read: anyWord,
		Doc: "label of normal operation, from which novelty learns, or without labels the names of its segments (* matches anything): 0, 'd00*'; auto: the only label of the training part, or all samples",
	})
	// Onset is the sample of a segment at which the fault begins.
	Onset = part.NewCount(part.Axis{
		Name: "onset", Readout: true, Unset: "none",
		Doc: "sample, counted from 1, at which the fault starts in each segment outside normal operation: 161; none: the first",
	})
)

// anyWord returns a label or a pattern unchanged.
func anyWord(word string) (string, error) {
	if word == "" {
		return "", errors.New("write a label, or names of segments such as 'd00*'")
	}
	return word, nil
}

// State is the known state of a sample.
type State int8

// The states of samples.
const (
	Normal  State = iota // of normal operation
	New                  // not of normal operation
	Unknown              // without a label: neither trained on nor counted
)

// Of returns the states of all samples of a set under a point's [Operation] and
// [Onset]. A sample is of normal operation if its label matches Operation or, without
// labels, if its segment does. In other segments it is normal before Onset; without
// labels and with held-out test data, Onset applies only to the test segments. Without
// Operation the single label of the training data is normal or, without labels, every
// segment up to Onset. It fails if Operation matches nothing, or is missing and needed.
func Of(at part.Point, set *data.Set) ([]State, error) {
	normal, err := normalByName(Operation.Of(at), set)
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

// normalByName returns the function that reports the states of the rows of segments by
// name.
func normalByName(pattern string, set *data.Set) (func(s data.Segment, row int) State, error) {
	state := func(normal bool) State {
		if normal {
			return Normal
		}
		return New
	}
	if set.Label == nil {
		if pattern != "" && !slices.ContainsFunc(set.Segments, func(s data.Segment) bool { return Matches(pattern, s.Name) }) {
			return nil, part.Errorf("normal", "%q: without labels (--label) the value must name segments: %s", pattern, listSome(set.Segments, func(s data.Segment) string { return s.Name }))
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
			return nil, part.Errorf("normal", "novelty learns from normal operation: name its label, one of %s", listSome(set.Classes, func(c string) string { return c }))
		}
		normal[learnt[0]], any = true, true
	}
	if !any {
		return nil, part.Errorf("normal", "%q: there is no such label; the labels are %s", pattern, listSome(set.Classes, func(c string) string { return c }))
	}
	return func(_ data.Segment, row int) State {
		if k := set.Label[row]; k >= 0 {
			return state(normal[k])
		}
		return Unknown
	}, nil
}

// trainingClasses returns the classes of the samples that may be trained on.
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

// listSome returns a list of the first names.
func listSome[T any](all []T, name func(T) string) string {
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

// Matches reports whether a name matches a pattern, in which * stands for any text.
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
