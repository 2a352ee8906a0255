package readout

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
)

// State is what is known of a sample beforehand.
type State int8

// The states of samples.
const (
	NormalState  State = iota // it is of normal operation
	NewState                  // it is not
	UnknownState              // it has no label: it is not learnt from, and counts nowhere
)

// StatesOf are the states of all samples of a set under a point's Normal and Onset. A sample
// is of normal operation where its label is that of Normal, or without labels where its
// segment is; in other segments, too, before Onset, which without labels, and where there is
// data to test on, is counted there alone. Where Normal is not given the one label of the
// training data is normal, and without labels every segment, from Onset on what it says. It
// fails where Normal names nothing that there is, or is needed.
func StatesOf(at part.Point, set *data.Set) ([]State, error) {
	normal, err := normality(Normal.Of(at), set)
	if err != nil {
		return nil, err
	}
	out := make([]State, set.X.RawMatrix().Rows)
	onset, named := Onset.Of(at), set.Label != nil || Normal.Of(at) != ""
	held := slices.ContainsFunc(set.Segments, func(s data.Segment) bool { return s.Held })
	for _, s := range set.Segments {
		for i := s.Start; i < s.End; i++ {
			switch is := normal(s, i); {
			case is == UnknownState, is == NormalState && named:
				out[i] = is
			case !named && (onset == 0 || held && !s.Held), i-s.Start+1 < onset:
				out[i] = NormalState
			default:
				out[i] = NewState
			}
		}
	}
	return out, nil
}

// normality says of the rows of segments whether they are normal by name.
func normality(pattern string, set *data.Set) (func(s data.Segment, row int) State, error) {
	state := func(normal bool) State {
		if normal {
			return NormalState
		}
		return NewState
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
		return UnknownState
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
