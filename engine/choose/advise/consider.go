package advise

import (
	"cmp"
	"slices"
)

// rules are applied in order. Each returns its pieces of advice, or nil for none.
var rules = []func(*findings) []Advice{
	(*findings).violations, (*findings).moreSplits, (*findings).farWidth, (*findings).alongAxes, (*findings).overfitted,
	(*findings).rankDeficiency, (*findings).failures, (*findings).flatWidth,
}

// Consider returns pieces of advice for the next step, the most pressing first. It returns at
// least one.
func Consider(s Sweep) []Advice { return newFindings(s).consider() }

// consider implements [Consider].
func (f *findings) consider() []Advice {
	if f.Missing > 0 {
		return []Advice{unfinished(f.Missing)}
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
	return ranked(withoutContradiction(out))
}

// withoutContradiction leaves out the advice to stop searching σ where other advice adds a value
// of σ.
func withoutContradiction(list []Advice) []Advice {
	if !slices.ContainsFunc(list, func(a Advice) bool { return a.Axis == "sigma" && a.Points != nil }) {
		return list
	}
	return slices.DeleteFunc(list, func(a Advice) bool { return a.Kind == FlatWidth })
}

// order lists the kinds by urgency: first wrong numbers, then promising changes, then
// information.
var order = []Kind{Finish, Choose, Variance, Splits, Width, Edge, Overfit, Around, Coarse, Reach, Expected, Rank, Failed, FlatWidth, Done}

// ranked sorts pieces of advice by kind, and by weight within a kind.
func ranked(list []Advice) []Advice {
	slices.SortStableFunc(list, func(a, b Advice) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(b.weight, a.weight))
	})
	return list
}
