package propose

import (
	"slices"

	"example.com/sfatui/datasets/format"
	"example.com/sfatui/datasets/survey"
)

// All returns the proposals, the most urgent first. It omits what is already
// settled.
func All(s Situation) []Proposal {
	if s.Survey == nil {
		s.Survey = &survey.Survey{}
	}
	var all []Proposal
	for _, of := range []func(*Situation) []Proposal{scales, clocks, newestFirst, sides, testData, labels, noneLabels, labelCopies, pieces, targets, weights, texts, sparse, differing, copies, words, markers, gaps, names, imageSizes, folds, embedding} {
		all = append(all, of(&s)...)
	}
	all = consistent(&s, all)
	slices.SortStableFunc(all, func(a, b Proposal) int { return btoi(b.Urgent) - btoi(a.Urgent) })
	return all
}

// Joined returns the proposals that are already shown, followed by those of the
// others that do not give a column of the first another role.
func Joined(shown, others []Proposal) []Proposal {
	all := slices.Clone(shown)
	given := map[string]bool{}
	for _, p := range shown {
		for _, name := range p.columns() {
			given[name] = true
		}
	}
	for _, p := range others {
		have := slices.ContainsFunc(shown, func(q Proposal) bool { return q.ID == p.ID })
		if !have && !slices.ContainsFunc(p.columns(), func(name string) bool { return given[name] }) {
			all = append(all, p)
		}
	}
	return all
}

// consistent returns the proposals that can be accepted together. Each column
// has one role, the first proposed, and at least one input remains if there is
// one now.
func consistent(s *Situation, all []Proposal) []Proposal {
	given := map[string]bool{}
	left := map[string]bool{}
	for _, c := range s.inputs() {
		left[c.Name] = true
	}
	none := len(left) == 0
	return slices.DeleteFunc(all, func(p Proposal) bool {
		columns := p.columns()
		if slices.ContainsFunc(columns, func(name string) bool { return given[name] }) {
			return true
		}
		taken := 0
		for _, name := range columns {
			taken += btoi(left[name])
		}
		if !none && taken > 0 && taken == len(left) {
			return true
		}
		for _, name := range columns {
			given[name] = true
			delete(left, name)
		}
		return false
	})
}

// columns returns the columns that the proposal gives a role or leaves out.
func (p Proposal) columns() []string {
	var names []string
	for _, c := range p.Changes {
		switch c.Flag {
		case "clock":
			names = append(names, format.ParseClock(c.Value).Column)
		case "segment":
			names = append(names, format.SegmentKeys(c.Value)...)
		case "drop", "split-column", "label", "group", "target", "importance", "cut-by":
			names = append(names, c.Value)
		}
	}
	return names
}
