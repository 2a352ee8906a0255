package run

import (
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/readout"
)

// nameAbsent replaces class numbers by names in the notes of a readout on classes without a
// training sample, and adds the number of test samples of such a class, which are always
// misclassified.
func (m *model) nameAbsent(notes []string) {
	held := map[int]int{}
	for _, k := range m.data.Held.Label {
		held[k]++
	}
	for k, name := range m.Plan.Set.Classes {
		i := slices.Index(notes, readout.AbsentNote(readout.NumberedClass(k)))
		if i < 0 {
			continue
		}
		notes[i] = readout.AbsentNote(message.Clean(name))
		if n := held[k]; n > 0 {
			notes[i] += ": " + message.Counted(n, "sample") + " of the test part can only be wrong"
		}
	}
}

// testsUntrained reports whether no labelled held-out sample belongs to a class with a training
// sample. The accuracy is then 0 for every point.
func (m *model) testsUntrained() bool {
	trained := map[int]bool{}
	for _, k := range m.data.Train.Label {
		trained[k] = true
	}
	return !slices.ContainsFunc(m.data.Held.Label, func(k int) bool { return k >= 0 && trained[k] })
}
