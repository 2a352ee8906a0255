package sweep

import (
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// methodNeeds are those of the point's method over n samples of m functions.
func methodNeeds(p part.Point, n, m int) method.Needs {
	if needs := method.Kinds.Build(p).Needs; needs != nil {
		return needs(p, n, m)
	}
	return method.Needs{}
}

// graphNeeds are those of the point's training graph over n samples and of the
// moments of m functions under it.
func (j *Job) graphNeeds(p part.Point, n, m int) method.Needs {
	if !method.Kinds.Build(p).Graph || graph.Streamed(p) {
		return method.Needs{}
	}
	edges := j.edgesOf(p, int64(n))
	// All values at once, twice, and their Laplacian; an edge as it is found
	// and in both directions, before and after they are sorted.
	out := method.Needs{
		Numbers: 3*int64(n)*int64(m) + 11*edges,
		Work:    float64(n)*float64(m)*float64(m) + 4*float64(edges)*float64(m),
	}
	if graph.Kinds.Build(p).Predictive != nil {
		d := float64(max(1, graph.Order.Of(p)) * j.Plan.inputs())
		out.Work += 2 * float64(n) * float64(n) * d
	}
	return out
}

// edgesOf is the number of edges that the point's graph holds in memory.
func (j *Job) edgesOf(p part.Point, n int64) int64 {
	if path, ok := strings.CutPrefix(graph.Name.Of(p), graph.EdgesPrefix); ok {
		return j.Plan.Graphs.Edges(path)
	}
	if edges := graph.Kinds.Build(p).Edges; edges != nil {
		return edges(p, n)
	}
	return 0
}
