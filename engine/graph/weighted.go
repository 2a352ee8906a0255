package graph

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// weighted is a graph with other weights. If γ is divided by √(p_i p_j), its Laplacian
// is that of the underlying graph on s·h with s = p^-½:
//
//	Σ_j γ_ij s_i s_j (h_i − h_j) = s_i (L(s·h)_i − h_i (L s)_i)
type weighted struct {
	Graph
	scale  *mat.Dense // s, n×1; nil if γ is unchanged
	bend   *mat.Dense // L s, n×1
	vertex []float64
	degree []float64
}

// Weighted returns base with other weights, from columns of the data.
//
// p is the importance of transitions, Eq. 23 of Böhmer et al. 2012: γ of an edge is
// divided by p, so that a feature may change more at important transitions. A column
// has one number for each sample, and that of a transition is the geometric mean √(p_i
// p_j) of its two ends, the same in both directions. nil leaves γ unchanged.
//
// q is the importance of samples, Eq. 24 there: v is multiplied by q, so that unit
// variance and decorrelation hold on the important samples, while slowness holds for
// all. The mean is weighted like the variance. Eq. 24 divides by n and C here by Q = Σ
// v q, which only scales features. nil leaves v unchanged. If q holds the degrees of a
// base with v = 1, v is the degree.
//
// It fails, naming the row, if a p is not above zero, a q is negative, or one of them
// is not finite, and if no sample keeps a weight. It panics unless p and q have a
// number for each sample of base.
func Weighted(base Graph, p, q []float64) (Graph, error) {
	w := &weighted{Graph: base, vertex: base.Vertices(), degree: base.Degrees()}
	if q != nil {
		if err := w.weighSamples(q); err != nil {
			return nil, err
		}
	}
	if p != nil {
		if err := w.weighTransitions(p); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *weighted) weighSamples(q []float64) error {
	checkColumn(w.Graph, q)
	for i, x := range q {
		if !(x >= 0) || math.IsInf(x, 1) {
			return &RowError{i, fmt.Sprintf("its importance is %g, but must be finite and at least 0", x)}
		}
	}
	w.vertex = make([]float64, len(q))
	floats.MulTo(w.vertex, w.Graph.Vertices(), q)
	if floats.Max(w.vertex) <= 0 {
		return fmt.Errorf("all %d samples have importance zero: none is left to hold the variance of", len(q))
	}
	return nil
}

func (w *weighted) weighTransitions(p []float64) error {
	checkColumn(w.Graph, p)
	n := len(p)
	w.scale, w.bend = mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
	for i, x := range p {
		if !(x > 0) || math.IsInf(x, 1) {
			return &RowError{i, fmt.Sprintf("the importance of transitions at it is %g, must be above zero and finite", x)}
		}
		w.scale.Set(i, 0, 1/math.Sqrt(x))
	}
	w.Graph.Laplacian(w.bend, w.scale)
	w.degree = make([]float64, n)
	for i, d := range w.Graph.Degrees() {
		s := w.scale.At(i, 0)
		w.degree[i] = s * (d*s - w.bend.At(i, 0))
	}
	return nil
}

func checkColumn(base Graph, column []float64) {
	if len(column) != base.N() {
		panic(fmt.Sprintf("graph: %d weights for %d samples", len(column), base.N()))
	}
}

func (w *weighted) Vertices() []float64 { return w.vertex }
func (w *weighted) Degrees() []float64  { return w.degree }

func (w *weighted) Laplacian(dst, h *mat.Dense) {
	if w.scale == nil {
		w.Graph.Laplacian(dst, h)
		return
	}
	checkShapes(w.N(), dst, h)
	n, m := h.Dims()
	scaled := mat.NewDense(n, m, nil)
	for i := range n {
		floats.ScaleTo(scaled.RawRowView(i), w.scale.At(i, 0), h.RawRowView(i))
	}
	w.Graph.Laplacian(dst, scaled)
	for i := range n {
		out, row := dst.RawRowView(i), h.RawRowView(i)
		s, bend := w.scale.At(i, 0), w.bend.At(i, 0)
		for c, x := range row {
			out[c] = s * (out[c] - x*bend)
		}
	}
}

func (w *weighted) Edges(yield func(i, j int, w float64) bool) {
	if w.scale == nil {
		w.Graph.Edges(yield)
		return
	}
	w.Graph.Edges(func(i, j int, x float64) bool {
		return yield(i, j, x*w.scale.At(i, 0)*w.scale.At(j, 0))
	})
}

// span calls join as the underlying graph does: weighting removes no edge.
func (w *weighted) span(join func(i, j int)) { span(w.Graph, join) }
