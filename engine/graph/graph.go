package graph

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Graph is a training graph over n samples. Graphs are immutable and safe for
// concurrent use; callers must not change the returned slices.
type Graph interface {
	// N returns the number of samples, n.
	N() int
	// Vertices returns the weights v_n ≥ 0. A sample of weight 0 does not contribute to
	// C.
	Vertices() []float64
	// Degrees returns the sums of the weights γ of each sample's edges, its self-loop
	// counted once.
	Degrees() []float64
	// Pairs returns the number of pairs of different samples that an edge joins.
	Pairs() int
	// Laplacian sets dst to L·h, both n×m. They must not overlap. Self-loops do not
	// contribute.
	Laplacian(dst, h *mat.Dense)
	// Edges calls yield for every ordered pair with γ ≠ 0, including self-loops, until
	// yield returns false. There may be n² of them.
	Edges(yield func(i, j int, w float64) bool)
}

// Total returns Q = Σ v and R = Σ γ over ordered pairs and self-loops.
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

// ones returns n ones.
func ones(n int) []float64 {
	v := make([]float64, n)
	floats.AddConst(1, v)
	return v
}

// RowError is an error in one of the samples of a graph.
type RowError struct {
	Row  int    // from 0
	What string // problem and remedy
}

func (e *RowError) Error() string { return fmt.Sprintf("row %d: %s", e.Row, e.What) }
