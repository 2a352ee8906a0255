package graph

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Graph is a training graph over n samples. Graphs do not change and may be
// used by several goroutines; the slices they give belong to them.
type Graph interface {
	// N is the number of samples, n.
	N() int
	// Vertices are the weights v_n ≥ 0. A sample of weight 0 has no part in C.
	Vertices() []float64
	// Degrees are the sums of the weights γ of each sample's edges, its
	// self-loop counted once.
	Degrees() []float64
	// Pairs is the number of pairs of different samples that an edge joins.
	Pairs() int
	// Laplacian sets dst to L·h, both n×m. They must not overlap. Self-loops
	// have no part in it.
	Laplacian(dst, h *mat.Dense)
	// Edges gives every ordered pair with γ ≠ 0, self-loops among them, until
	// yield says no. There may be n² of them.
	Edges(yield func(i, j int, w float64) bool)
}

// Total gives Q = Σ v and R = Σ γ over ordered pairs and self-loops.
func Total(g Graph) (q, r float64) {
	return floats.Sum(g.Vertices()), floats.Sum(g.Degrees())
}

// checkShapes panics unless dst and h are n×m.
func checkShapes(n int, dst, h *mat.Dense) {
	rows, m := h.Dims()
	if r, c := dst.Dims(); rows != n || r != n || c != m {
		panic(fmt.Sprintf("graph: Laplacian of %d samples on %d×%d into %d×%d", n, rows, m, r, c))
	}
}

// ones gives n ones.
func ones(n int) []float64 {
	v := make([]float64, n)
	floats.AddConst(1, v)
	return v
}

// RowError is about one of the samples that a graph is built over.
type RowError struct {
	Row  int    // from 0
	What string // is wrong with it, and what to do
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %s", e.Row, e.What) }
