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

// withoutContradiction leaves out what other advice contradicts: to stop searching σ where a
// value of σ is added, to widen σ where all widths are wide already, and the change that would
// restore missing features where the features overfit, which requires the opposite change.
func withoutContradiction(list []Advice) []Advice {
	overfit := find(list, func(a Advice) bool { return a.Kind == Overfit })
	width := find(list, func(a Advice) bool { return a.Kind == Width })
	if overfit != nil && width != nil && overfit.Axis == "sigma" && slices.Max(width.Values) < overfit.Values[0] {
		list = slices.DeleteFunc(list, func(a Advice) bool { return a.Kind == Overfit })
	} else if rank := find(list, func(a Advice) bool { return a.Kind == Rank }); rank != nil && overfit != nil && rank.Axis == overfit.Axis {
		rank.Do, rank.Axis, rank.Values, rank.Points = explainRank, "", nil, nil
	}
	if find(list, func(a Advice) bool { return a.Axis == "sigma" && a.Points != nil }) == nil {
		return list
	}
	return slices.DeleteFunc(list, func(a Advice) bool { return a.Kind == FlatWidth })
}

// find returns the first piece of advice with a property, or nil.
func find(list []Advice, has func(Advice) bool) *Advice {
	if i := slices.IndexFunc(list, has); i >= 0 {
		return &list[i]
	}
	return nil
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
