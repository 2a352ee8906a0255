package graph

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
)

// Consistency returns the deviation of the graph from restriction 34 of Escalante-B.
// and Wiskott 2013: the largest |v_n/Q − Σ_n' γ_nn'/R| over its samples. It is 0, up to
// rounding, for a consistent graph, and at most 1; n times it is the deviation relative
// to an average sample. It is NaN without weights.
func Consistency(g Graph) float64 {
	q, r := Total(g)
	degree, worst := g.Degrees(), 0.0
	for i, v := range g.Vertices() {
		off := math.Abs(v/q - degree[i]/r)
		if !(off <= worst) {
			worst = off
		}
	}
	return worst
}

// Weakest returns at most k samples, those with the smallest degree for their weight v
// first, the lower index first among equals. A feature may spend its variance on them
// at little cost (section 5.2 there). Samples of weight 0 are ignored.
func Weakest(g Graph, k int) []int {
	degree, vertex := g.Degrees(), g.Vertices()
	var order []int
	for i, v := range vertex {
		if v > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(degree[a]/vertex[a], degree[b]/vertex[b])
	})
	return order[:min(k, len(order))]
}

// Components returns the number of connected components. Each has its own free response
// with Δ = 0, so that several components mean features that only indicate the component
// of a sample. Samples of weight 0 without edges are ignored.
func Components(g Graph) int {
	parent := dense.Iota(g.N())
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	span(g, func(i, j int) { parent[root(i)] = root(j) })
	parts := 0
	degree, vertex := g.Degrees(), g.Vertices()
	for i := range parent {
		if parent[i] == i && (degree[i] > 0 || vertex[i] > 0) {
			parts++
		}
	}
	return parts
}

// span calls join for edges of g that connect the same components as all edges. Graphs
// with O(n²) edges need only few of them.
func span(g Graph, join func(i, j int)) {
	if s, ok := g.(interface{ span(join func(i, j int)) }); ok {
		s.span(join)
		return
	}
	g.Edges(func(i, j int, _ float64) bool {
		join(i, j)
		return true
	})
}
