package advise

import (
	"cmp"
	"slices"
)

// rules are asked in turn. Each says what it sees, nil where it sees nothing.
var rules = []func(*findings) []Advice{
	(*findings).violations, (*findings).moreSplits, (*findings).farWidth, (*findings).alongAxes, (*findings).overfitted,
	(*findings).rankDeficiency, (*findings).failures, (*findings).flatWidth,
}

// Consider says what to do next, the most pressing first; never nothing.
func Consider(s Sweep) []Advice { return find(s).consider() }

// consider is [Consider] of what was found.
func (f *findings) consider() []Advice {
	if f.Missing > 0 {
		return []Advice{f.unfinished()}
	}
	if f.best == nil {
		return append([]Advice{f.noChoice()}, f.failures()...)
	}
	var out []Advice
	seen := map[string]bool{}
	for _, rule := range rules {
		for _, a := range rule(f) {
			if change := a.change(); change == "" || !seen[change] {
				seen[change] = true
				out = append(out, a)
			}
		}
	}
	if len(out) == 0 {
		out = []Advice{f.done()}
	}
	return ranked(out)
}

// order is that of the kinds: first what makes numbers wrong, then what
// promises better ones, then what is only to be known.
var order = []Kind{Finish, Choose, Variance, Splits, Width, Edge, Overfit, Around, Coarse, Reach, Expected, Rank, Failed, FlatWidth, Done}

// ranked sorts by kind, and within a kind by weight.
func ranked(list []Advice) []Advice {
	slices.SortStableFunc(list, func(a, b Advice) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(b.weight, a.weight))
	})
	return list
}
