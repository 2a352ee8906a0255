package sweep

import (
	"strings"

	"example.com/sfatui/engine/online"
	"example.com/sfatui/engine/part"
)

// needs are what a point takes beyond the moments and their eigenproblem.
type needs struct {
	numbers int64   // of 8 bytes, at their peak
	work    float64 // in operations of a matrix product
}

// methodNeeds are those of the point's method over n samples of m functions.
// Steps of an iteration are counted as they usually come.
func methodNeeds(p part.Point, n, m int) needs {
	fn, fm, fp := float64(n), float64(m), float64(min(p.P, m))
	switch p.Method {
	case "pfa":
		past := int64(m) * int64(p.Order)
		f := float64(past)
		return needs{2*int64(n)*int64(m) + 3*past*past, float64(max(1, p.Iterations)) * 2 * fn * f * f}
	case "foreca":
		const half, steps = 128, 50 // of the widest window, and for each feature
		return needs{int64(n)*int64(m) + half*int64(m)*int64(m), fp * steps * 2 * (half + fm) * fm * fm}
	case "incremental":
		rank := min(fm, float64(online.Defaults(m, max(1, min(p.P, m))).Whitened))
		return needs{int64(n) * int64(min(p.P, m)), float64(p.Epochs) * fn * (4*fm*rank + 2*rank*fp*fp)}
	}
	return needs{}
}

// graphNeeds are those of the point's training graph over n samples and of the
// moments of m functions under it.
func (j *job) graphNeeds(p part.Point, n, m int) needs {
	if !methodOf(p.Method).graph || streamed(p) {
		return needs{}
	}
	edges := j.edgesOf(p, int64(n))
	// All values at once, twice, and their Laplacian; an edge as it is found
	// and in both directions, before and after they are sorted.
	out := needs{3*int64(n)*int64(m) + 11*edges, float64(n)*float64(m)*float64(m) + 4*float64(edges)*float64(m)}
	if graphOf(p.Graph).predictive {
		d := float64(max(1, p.Order) * j.plan.inputs())
		out.work += 2 * float64(n) * float64(n) * d
	}
	return out
}

// edgesOf is the number of edges that the point's graph holds in memory.
func (j *job) edgesOf(p part.Point, n int64) int64 {
	switch {
	case strings.HasPrefix(p.Graph, edgesPrefix):
		if f, ok := j.plan.edges[p.Graph]; ok {
			return int64(f.graph.Pairs())
		}
	case p.Pairs > 0:
		return n * int64(p.Pairs)
	case graphOf(p.Graph).predictive:
		k := int64(p.GraphKNN)
		each := k
		if p.Graph == "gpfa1" {
			each = (k + 1) * (k + 2) / 2
		}
		if p.Direction == "both" {
			each *= 2
		}
		return n * each
	}
	return 0
}
