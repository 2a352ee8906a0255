package run

import (
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
)

// untrained returns the classes of the held-out part that have no training sample.
func (s *samples) untrained() []result.Untrained {
	trained, held := map[int]bool{}, map[int]int{}
	for _, k := range s.data.Train.Label {
		trained[k] = true
	}
	for _, k := range s.data.Held.Label {
		held[k]++
	}
	var out []result.Untrained
	for k, name := range s.job.Plan.Set.Classes {
		if n := held[k]; n > 0 && !trained[k] {
			out = append(out, result.Untrained{Class: message.Clean(name), Samples: n})
		}
	}
	return out
}

// nameAbsent writes the names of classes without a training sample into the notes of a readout,
// and how many held-out samples of theirs it can only get wrong.
func (s *samples) nameAbsent(notes []string) {
	untrained := s.untrained()
	for k, name := range s.job.Plan.Set.Classes {
		i := slices.Index(notes, readout.AbsentNote(readout.NumberedClass(k)))
		if i < 0 {
			continue
		}
		notes[i] = readout.AbsentNote(message.Clean(name))
		for _, u := range untrained {
			if u.Class == message.Clean(name) {
				notes[i] += ": " + message.Counted(u.Samples, "sample") + " of the test part can only be wrong"
			}
		}
	}
}

// testsUntrained reports whether no labelled held-out sample belongs to a class with a training
// sample. The accuracy is then 0 for every point.
func (s *samples) testsUntrained() bool {
	trained := map[int]bool{}
	for _, k := range s.data.Train.Label {
		trained[k] = true
	}
	return !slices.ContainsFunc(s.data.Held.Label, func(k int) bool { return k >= 0 && trained[k] })
}
