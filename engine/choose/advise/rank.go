package advise

import (
	"cmp"
	"slices"
)

// order is that of the kinds: first what makes numbers wrong, then what
// promises better ones, then what is only to be known.
var order = []Kind{Finish, Choose, Variance, Splits, Width, Edge, Overfit, Around, Coarse, Reach, Rank, Failed, FlatWidth, Done}

// ranked sorts by kind, and within a kind by weight.
func ranked(list []Advice) []Advice {
	slices.SortStableFunc(list, func(a, b Advice) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(b.weight, a.weight))
	})
	return list
}
