package propose

import (
	"slices"

	"example.com/sfatui/datasets/survey"
)

// All are the proposals, the most urgent first. What has been settled is not
// proposed again.
func All(s Seen) []Proposal {
	if s.Survey == nil {
		s.Survey = &survey.Survey{}
	}
	var all []Proposal
	for _, of := range []func(*Seen) []Proposal{scales, clocks, newestFirst, labels, pieces, targets, weights, texts, sparse, copies, markers, gaps, names, folds, embedding} {
		all = append(all, of(&s)...)
	}
	slices.SortStableFunc(all, func(a, b Proposal) int { return btoi(b.Urgent) - btoi(a.Urgent) })
	return all
}
