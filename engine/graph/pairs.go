package graph

import (
	"context"
	"fmt"
	"math/rand/v2"

	"example.com/sfatui/engine/part"
)

var classPairs = part.Part[Kind]{Name: "class-pairs", Doc: "random pairs of samples of one class", Parameters: []part.Parameter{Partners}, Build: Kind{
	Labels: true, Apart: true,
	Random: func(p part.Point) bool { return Partners.Of(p) > 0 },
	Edges:  func(p part.Point, n int64) int64 { return n * int64(Partners.Of(p)) },
	New: func(ctx context.Context, s Samples, at part.Point) (Graph, error) {
		if k := Partners.Of(at); k > 0 {
			return SampledPairs(ctx, s.Label, k, at.DrawSeed())
		}
		return ClassPairs(s.Label)
	},
}}

// ClassPairs joins every pair of samples of one class with γ = 1, self-loops included,
// and v = 1: the objective of Böhmer et al. 2012, Eq. 22, in time O(n·m). The mean
// there is over all n² pairs; here R = Σ N_c² counts those of one class, which
// multiplies Δ by n²/R and does not change the features.
//
// Unlike [Clustered] it is not consistent unless the classes have the same size: large
// classes count by their squares. Labels are interpreted as there.
func ClassPairs(label []int) (Graph, error) {
	b, err := classes(label)
	if err != nil {
		return nil, err
	}
	for g := range b.groups() {
		b.within[g] = 1
	}
	return b.setWeights(unitWeight), nil
}

// SampledPairs approximates [ClassPairs], as Böhmer et al. 2012 suggest, by perSample
// different random partners of its class for each sample. A pair is weighted by the
// number of possible partners for each drawn one, half of it in either direction, so
// that γ is 1 in expectation; with all partners drawn the graph is that of all pairs
// without self-loops.
//
// The same seed yields the same pairs. Labels are interpreted as in [Clustered]. It
// fails if ctx ends, and panics if perSample < 1.
func SampledPairs(ctx context.Context, label []int, perSample int, seed uint64) (Graph, error) {
	if perSample < 1 {
		panic(fmt.Sprintf("graph: %d partners for each sample", perSample))
	}
	b, err := classes(label)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	var edges []Edge
	for g := range b.groups() {
		members := b.members(g)
		others := len(members) - 1
		count := min(perSample, others)
		w := float64(others) / float64(count) / 2
		for at, i := range members {
			if at%1024 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for _, k := range drawDistinct(rng, others, count) {
				if k >= at {
					k++
				}
				edges = append(edges, Edge{i, members[k], w})
			}
		}
	}
	return edgeList(ctx, len(label), edges)
}

// drawDistinct returns count different random numbers below n. (Floyd's method.)
func drawDistinct(rng *rand.Rand, n, count int) []int {
	drawn := make([]int, 0, count)
	seen := make(map[int]bool, count)
	for top := n - count; top < n; top++ {
		k := rng.IntN(top + 1)
		if seen[k] {
			k = top
		}
		seen[k] = true
		drawn = append(drawn, k)
	}
	return drawn
}
