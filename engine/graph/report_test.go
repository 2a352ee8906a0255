package graph

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestConsistency(t *testing.T) {
	if got := Consistency(must(ClassPairs([]int{0, 0, 1, 1, 1, 1}))); math.Abs(got-(1.0/6-2.0/20)) > 1e-15 {
		t.Errorf("pairs of classes of 2 and 4 are off by %g, want 1/6 − 2/20", got)
	}
	if got := Consistency(Time([]int{4})); math.Abs(got-(1.0/4-0.5/3)) > 1e-15 {
		t.Errorf("a path of 4 is off by %g, want 1/4 − 1/6", got)
	}
	if got := Consistency(EdgeList(2, nil)); !math.IsNaN(got) {
		t.Errorf("a graph without weights is off by %g, want NaN", got)
	}
	degrees := Time([]int{4, 7}).Degrees()
	if got := Consistency(must(Weighted(Time([]int{4, 7}), nil, degrees))); !(got < 1e-15) {
		t.Errorf("v = degree is off by %g", got)
	}
}

func TestWeakest(t *testing.T) {
	g := EdgeList(5, []Edge{{0, 1, 3}, {1, 2, 1}, {2, 3, 2}})
	if got, want := Weakest(g, 3), []int{3, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("weakest %v, want %v", got, want)
	}
	if got, want := Weakest(g, 9), []int{3, 0, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("weakest %v, want all with weight %v", got, want)
	}
	heavy := must(Weighted(g, nil, []float64{1, 100, 1, 1, 1}))
	if got := Weakest(heavy, 1); got[0] != 1 {
		t.Errorf("weakest %v, want the one whose weight is far above its degree", got)
	}
}

// literalComponents floods the edges.
func literalComponents(g Graph) int {
	next := make([][]int, g.N())
	g.Edges(func(i, j int, _ float64) bool { next[i] = append(next[i], j); return true })
	seen, parts := make([]bool, g.N()), 0
	for i, v := range g.Vertices() {
		if seen[i] || v == 0 && len(next[i]) == 0 {
			continue
		}
		parts++
		for stack := []int{i}; len(stack) > 0; {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !seen[top] {
				seen[top] = true
				stack = append(stack, next[top]...)
			}
		}
	}
	return parts
}

func TestComponentsAgainstFlood(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 20 {
		n := 7 + rng.IntN(30)
		graphs := some(rng, n)
		var edges []Edge
		for range n / 2 {
			edges = append(edges, Edge{rng.IntN(n), rng.IntN(n), 1})
		}
		graphs["edges"] = EdgeList(n, edges)
		for name, g := range graphs {
			if got, want := Components(g), literalComponents(g); got != want {
				t.Errorf("%s, n = %d: %d components, want %d", name, n, got, want)
			}
		}
	}
}
