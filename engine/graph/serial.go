package graph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
)

var serial = part.Part[Kind]{Name: "serial", Doc: "groups of the sorted target, each joined to the next", Parameters: []part.Parameter{Groups, ClassOrder}, Build: Kind{
	Order: true, New: newFromGroups(Serial),
}}

// Serial joins all samples of neighbouring groups and none within a group. With K
// groups of N_g samples each it is the paper's: γ = 1, and v = 2, except 1 in the first
// and the last group, so Q = 2N_g(K−1) and R = 2N_g²(K−1) over ordered pairs (the
// paper's R counts each pair once). It is consistent. (Escalante-B. and Wiskott 2013,
// section 5.3, Eq. 60–66.)
//
// The paper leaves groups of unequal size open. Here every group keeps the weight that
// it has among equal ones and its samples share it: with N̄ the mean size, γ = N̄²/(N_g
// N_g+1) and v = 2N̄/N_g or N̄/N_g. The graph stays consistent and its free responses
// are those of equal groups.
//
// group is the group of each sample; the groups are the distinct numbers from 0 in
// ascending order, as from [GroupsOf]. A sample of a negative group has weight 0 and no
// edges. There must be two groups.
func Serial(group []int) (Graph, error) {
	b, mean, err := newOrderedGroups(group)
	if err != nil {
		return nil, err
	}
	last := b.groups() - 1
	return b.setWeights(func(g int) float64 {
		if g == 0 || g == last {
			return mean / b.size(g)
		}
		return 2 * mean / b.size(g)
	}), nil
}

var mixed = part.Part[Kind]{Name: "mixed", Doc: "serial, with pairs inside the groups, too", Parameters: []part.Parameter{Groups, ClassOrder}, Build: Kind{
	Order: true, New: newFromGroups(Mixed),
}}

// Mixed joins all samples within a group, self-loops included, and all of neighbouring
// groups. With groups of N_g samples each it is the paper's: v = 1 and γ = 1, except 2
// within the first and within the last group, so Q = n and R = 3N_g n. It is
// consistent. (Escalante-B. and Wiskott 2013, section 5.4.)
//
// Groups of unequal size keep the weight that they have among equal ones, as in
// [Serial]: γ is multiplied by N̄²/(N_g N_g') and v by N̄/N_g. group is as there.
func Mixed(group []int) (Graph, error) {
	b, mean, err := newOrderedGroups(group)
	if err != nil {
		return nil, err
	}
	b.loops = true
	last := b.groups() - 1
	for g := range b.groups() {
		share := mean / b.size(g)
		b.within[g] = share * share
		if g == 0 || g == last {
			b.within[g] *= 2
		}
	}
	return b.setWeights(func(g int) float64 { return mean / b.size(g) }), nil
}

// newFromGroups returns a constructor that builds a graph of the groups of samples.
func newFromGroups(build func(group []int) (Graph, error)) func(context.Context, Samples, part.Point) (Graph, error) {
	return func(_ context.Context, s Samples, at part.Point) (Graph, error) {
		groups, err := s.groups(at)
		if err != nil {
			return nil, err
		}
		return build(groups)
	}
}

// newOrderedGroups returns ordered groups with edges between neighbours, and their mean
// size.
func newOrderedGroups(group []int) (*bands, float64, error) {
	b := newBands(group)
	if b.groups() < 2 {
		return nil, 0, fmt.Errorf("the samples are in %d groups: a graph of ordered groups needs two; more groups or a target with more values may help", b.groups())
	}
	mean := float64(len(b.order)) / float64(b.groups())
	for g := range b.groups() - 1 {
		b.next[g] = mean / b.size(g) * (mean / b.size(g+1))
	}
	return b, mean, nil
}

// GroupsOf divides samples into k groups of ascending values, numbered from 0, as equal
// in size as ties allow: samples of one value are in one group, the one that contains
// their middle. With many ties there are fewer than k groups.
//
// It panics if k < 1 or a value is NaN.
func GroupsOf(values []float64, k int) []int {
	if k < 1 {
		panic(fmt.Sprintf("graph: %d groups", k))
	}
	order, start := sortByValue(values)
	k = min(k, len(values)) // this many already separate all values; products of more overflow
	group := make([]int, len(values))
	number, before := -1, -1
	for t := range len(start) - 1 {
		// The middle sample of the tie, in half samples.
		middle := start[t] + start[t+1] - 1
		if slot := middle * k / (2 * len(values)); slot != before {
			number, before = number+1, slot
		}
		for _, i := range order[start[t]:start[t+1]] {
			group[i] = number
		}
	}
	return group
}

// sortByValue returns the samples in ascending order of their values, in the order of
// the data among equal ones, and the start of each value in that order, followed by the
// end. It panics if a value is NaN.
func sortByValue(values []float64) (order, start []int) {
	order = make([]int, len(values))
	for i, v := range values {
		if math.IsNaN(v) {
			panic(fmt.Sprintf("graph: value %d is NaN", i))
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	for p, i := range order {
		if p == 0 || values[i] != values[order[p-1]] {
			start = append(start, p)
		}
	}
	return order, append(start, len(values))
}
