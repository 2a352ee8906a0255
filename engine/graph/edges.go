package graph

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

// Edge joins the samples I and J, counted from 0, in both directions. I = J is a
// self-loop.
type Edge struct {
	I, J   int
	Weight float64
}

// sparse is a graph that stores its edges, row by row.
type sparse struct {
	start  []int // start of the edges of each sample, and the end
	to     []int // ascending in each row
	weight []float64
	vertex []float64
	degree []float64
}

// EdgeList returns the graph over n samples with the given edges. An edge adds its
// weight to γ_IJ and, unless it is a self-loop, to γ_JI; repeated edges add up. v = 1
// for a sample with an edge, including a self-loop, and 0 for a sample without, which
// takes no part. For other weights see [Weighted].
//
// Memory is 32 bytes per edge, twice that during construction, and L·h takes time O((n
// + E)·m).
//
// It panics if an edge is out of range, or if a weight is negative or not finite. An
// edge of weight 0 is ignored.
func EdgeList(n int, edges []Edge) Graph {
	// The background context never ends, so there is no error.
	g, _ := edgeList(context.Background(), n, edges)
	return g
}

// edgeList computes [EdgeList] until ctx ends.
func edgeList(ctx context.Context, n int, edges []Edge) (Graph, error) {
	s := &sparse{start: make([]int, n+1), vertex: make([]float64, n), degree: make([]float64, n)}
	for _, e := range edges {
		if e.I < 0 || e.I >= n || e.J < 0 || e.J >= n || !(e.Weight >= 0) || math.IsInf(e.Weight, 1) {
			panic(fmt.Sprintf("graph: edge (%d, %d) of weight %g over %d samples", e.I, e.J, e.Weight, n))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.collect(edges)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.merge()
	for i := range n {
		for _, w := range s.weight[s.start[i]:s.start[i+1]] {
			s.degree[i] += w
		}
		if s.start[i] < s.start[i+1] {
			s.vertex[i] = 1
		}
	}
	return s, ctx.Err()
}

// collect sorts both directions of all edges by their first sample.
func (s *sparse) collect(edges []Edge) {
	direct := func(put func(i, j int, w float64)) {
		for _, e := range edges {
			if e.Weight == 0 {
				continue
			}
			put(e.I, e.J, e.Weight)
			if e.I != e.J {
				put(e.J, e.I, e.Weight)
			}
		}
	}
	direct(func(i, _ int, _ float64) { s.start[i+1]++ })
	for i := range s.vertex {
		s.start[i+1] += s.start[i]
	}
	at := slices.Clone(s.start)
	total := s.start[len(s.vertex)]
	s.to, s.weight = make([]int, total), make([]float64, total)
	direct(func(i, j int, w float64) {
		s.to[at[i]], s.weight[at[i]] = j, w
		at[i]++
	})
}

// merge sorts each row and adds up the edges to the same sample, in their original
// order. The list is symmetric, so the rows in which a sample occurs, in ascending
// order, are the sorted edges of that sample.
func (s *sparse) merge() {
	n := len(s.vertex)
	from, weight := make([]int, len(s.to)), make([]float64, len(s.to))
	at := slices.Clone(s.start)
	for i := range n {
		for k := s.start[i]; k < s.start[i+1]; k++ {
			j := s.to[k]
			from[at[j]], weight[at[j]] = i, s.weight[k]
			at[j]++
		}
	}
	used, next := 0, 0
	for i := range n {
		first := used
		for ; next < at[i]; next++ {
			if used > first && s.to[used-1] == from[next] {
				s.weight[used-1] += weight[next]
				continue
			}
			s.to[used], s.weight[used] = from[next], weight[next]
			used++
		}
		s.start[i] = first
	}
	s.start[n] = used
	s.to, s.weight = slices.Clip(s.to[:used]), slices.Clip(s.weight[:used])
}

func (s *sparse) N() int              { return len(s.vertex) }
func (s *sparse) Vertices() []float64 { return s.vertex }
func (s *sparse) Degrees() []float64  { return s.degree }

func (s *sparse) Pairs() int {
	both := len(s.to)
	for i := range s.vertex {
		if _, loop := slices.BinarySearch(s.to[s.start[i]:s.start[i+1]], i); loop {
			both--
		}
	}
	return both / 2
}

func (s *sparse) Laplacian(dst, h *mat.Dense) {
	checkShapes(s.N(), dst, h)
	const grain = 64
	// The background context never ends, so there is no error.
	_ = parallel.For(context.Background(), s.N(), grain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			out, row := dst.RawRowView(i), h.RawRowView(i)
			clear(out)
			for k := s.start[i]; k < s.start[i+1]; k++ {
				w, other := s.weight[k], h.RawRowView(s.to[k])
				for c, x := range row {
					out[c] += w * (x - other[c])
				}
			}
		}
	})
}

func (s *sparse) Edges(yield func(i, j int, w float64) bool) {
	for i := range s.vertex {
		for k := s.start[i]; k < s.start[i+1]; k++ {
			if !yield(i, s.to[k], s.weight[k]) {
				return
			}
		}
	}
}
