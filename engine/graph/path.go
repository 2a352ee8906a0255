package graph

import (
	"context"
	"errors"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
)

var timePart = part.Part[Kind]{Name: "time", Doc: "each sample and the next: slow feature analysis", Build: Kind{
	Time: true, Apart: true,
	New: func(_ context.Context, s Samples, _ part.Point) (Graph, error) { return Time(s.Lengths), nil },
}}

// Time returns the graph of standard SFA: v = 1, and γ = ½ in both directions for each
// pair (t, t+1) inside segments of the given lengths, so Q = n and R is the number of
// pairs. moments.Stream computes its moments without storing values and should be used
// instead.
func Time(lengths []int) Graph {
	n := 0
	for _, length := range lengths {
		n += length
	}
	each := dense.Iota(n)
	b := newBands(each)
	t := 0
	for _, length := range lengths {
		for ; length > 1; length-- {
			b.next[t] = 0.5
			t++
		}
		t += length
	}
	return b.setWeights(unitWeight)
}

var reorder = part.Part[Kind]{Name: "reorder", Doc: "samples in the order of their target or class, each joined to the next", Parameters: []part.Parameter{ClassOrder}, Build: Kind{
	Order: true,
	New: func(_ context.Context, s Samples, at part.Point) (Graph, error) {
		order, err := s.order(at)
		if err != nil {
			return nil, err
		}
		return Reorder(order)
	},
}}

// Reorder returns the graph of standard SFA on the samples in ascending order of their
// values, usually a target: v = 1, and γ = ½ in both directions for each pair of
// neighbours, so Q = n and R = n − 1. (Escalante-B. and Wiskott 2013, section 5.1.)
//
// The paper does not define the order of samples of equal value. Any one order would
// make the features depend on the order of the rows, so this is the mean over all of
// them: with N_a samples of one value and N_b of the next, γ = 1/N_a among the former
// and 1/(2 N_a N_b) between the two.
//
// It fails for fewer than two samples. It panics if a value is NaN.
func Reorder(values []float64) (Graph, error) {
	if len(values) < 2 {
		return nil, errors.New("samples in order of a target: two are needed")
	}
	b := newBands(ranks(values))
	for g := range b.groups() {
		if b.size(g) > 1 {
			b.within[g] = 1 / b.size(g)
		}
		if g+1 < b.groups() {
			b.next[g] = 0.5 / (b.size(g) * b.size(g+1))
		}
	}
	return b.setWeights(unitWeight), nil
}

// ranks returns the rank of each value among the distinct values in ascending order.
func ranks(values []float64) []int {
	order, start := sortByValue(values)
	rank := make([]int, len(values))
	for t := range len(start) - 1 {
		for _, i := range order[start[t]:start[t+1]] {
			rank[i] = t
		}
	}
	return rank
}
