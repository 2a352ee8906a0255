package graph

import (
	"context"
	"errors"

	"example.com/sfatui/engine/part"
)

var time = part.Part[Kind]{Name: "time", Build: Kind{
	Time: true, Apart: true,
	New: func(_ context.Context, s Samples, _ part.Point) (Graph, error) { return Time(s.Lengths), nil },
}}

// Time is the graph of standard SFA: v = 1, and γ = ½ in both directions for
// each pair (t, t+1) inside segments of the given lengths, so Q = n and R is the
// number of pairs. Its moments are those of moments.Stream, which needs no
// values in memory and is the one to use.
func Time(lengths []int) Graph {
	n := 0
	for _, length := range lengths {
		n += length
	}
	each := make([]int, n)
	for i := range each {
		each[i] = i
	}
	b := newBands(each)
	t := 0
	for _, length := range lengths {
		for ; length > 1; length-- {
			b.next[t] = 0.5
			t++
		}
		t += length
	}
	return b.weigh(one)
}

var reorder = part.Part[Kind]{Name: "reorder", Parameters: []part.Parameter{ClassOrder}, Build: Kind{
	Order: true,
	New: func(_ context.Context, s Samples, at part.Point) (Graph, error) {
		order, err := s.order(at)
		if err != nil {
			return nil, err
		}
		return Reorder(order)
	},
}}

// Reorder is standard SFA on the samples in ascending order of their values,
// usually a target: v = 1, and γ = ½ in both directions for each pair of
// neighbours, so Q = n and R = n − 1. (Escalante-B. and Wiskott 2013, section
// 5.1.)
//
// The paper does not say in which order samples of equal value come. Any one
// order would make the features depend on the order of the rows, so this is
// the mean over all of them: with N_a samples of one value and N_b of the next,
// γ = 1/N_a among the former and 1/(2 N_a N_b) between the two.
//
// There must be two samples. It panics when a value is NaN.
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
	return b.weigh(one), nil
}

// ranks numbers the distinct values in ascending order.
func ranks(values []float64) []int {
	order, start := ranked(values)
	rank := make([]int, len(values))
	for t := range len(start) - 1 {
		for _, i := range order[start[t]:start[t+1]] {
			rank[i] = t
		}
	}
	return rank
}
