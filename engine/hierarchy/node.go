package hierarchy

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// node is a trained node.
type node struct {
	in     []int             // input columns of the layer below: those that vary
	origin []float64         // mean of each in training; nil for features, whose mean is zero
	front  *space.Projection // nil without principal components
	space  space.Space       // nil for a node without features

	// φ = Aᵀh − c; a is nil if the functions are the features.
	a *mat.Dense
	c []float64
}

// features returns the number of features.
func (nd *node) features() int {
	switch {
	case nd.space == nil:
		return 0
	case nd.a == nil:
		return nd.space.Dim()
	}
	_, p := nd.a.Dims()
	return p
}

// gather writes the inputs of the node of rows below (b×w) into dst (b×in).
func (nd *node) gather(dst, below *mat.Dense) {
	rows, _ := below.Dims()
	for t := range rows {
		from, to := below.RawRowView(t), dst.RawRowView(t)
		for j, c := range nd.in {
			to[j] = from[c]
		}
		if nd.origin != nil {
			floats.Sub(to, nd.origin)
		}
	}
}

// evaluate writes the functions of rows below (b×w) into h (b×dim).
func (nd *node) evaluate(h, below *mat.Dense, w *workspace) {
	rows, _ := below.Dims()
	x := w.inputs.matrix(rows, len(nd.in))
	nd.gather(x, below)
	if nd.front != nil {
		y := w.components.matrix(rows, nd.front.Components())
		nd.front.Project(y, x)
		x = y
	}
	nd.space.Eval(h, x)
}

// apply writes the features of rows below (b×w) into dst (b×p).
func (nd *node) apply(dst, below *mat.Dense, w *workspace) {
	if nd.a == nil {
		nd.evaluate(dst, below, w)
		return
	}
	rows, _ := below.Dims()
	h := w.functions.matrix(rows, nd.space.Dim())
	nd.evaluate(h, below, w)
	nd.project(dst, h)
}

// project writes the features of functions h (b×dim) into dst (b×p).
func (nd *node) project(dst, h *mat.Dense) {
	// The background context never ends, so there is no error.
	_ = dense.Gemm(context.Background(), blas.NoTrans, blas.NoTrans, 1, h.RawMatrix(), nd.a.RawMatrix(), 0, dst.RawMatrix())
	rows, _ := dst.Dims()
	for t := range rows {
		floats.Sub(dst.RawRowView(t), nd.c)
	}
}

// tier is a trained layer.
type tier struct {
	nodes []node
	start []int // the features of node k are columns start[k] … start[k+1]-1
}

// add appends a node.
func (t *tier) add(nd node) {
	if len(t.start) == 0 {
		t.start = []int{0}
	}
	t.nodes = append(t.nodes, nd)
	t.start = append(t.start, t.width()+nd.features())
}

// width returns the number of features of all nodes.
func (t *tier) width() int { return t.start[len(t.start)-1] }

// columns returns the features of each node as columns.
func (t *tier) columns() [][]int {
	out := make([][]int, len(t.nodes))
	for k := range out {
		for c := t.start[k]; c < t.start[k+1]; c++ {
			out[k] = append(out[k], c)
		}
	}
	return out
}

// apply writes the features of rows below (b×w) into dst (b×width).
func (t *tier) apply(dst, below *mat.Dense, w *workspace) {
	rows, width := below.Dims()
	if r, c := dst.Dims(); r != rows || c != t.width() {
		panic(fmt.Sprintf("hierarchy: %d×%d features of %d×%d values, want %d columns", r, c, rows, width, t.width()))
	}
	for k := range t.nodes {
		if from, to := t.start[k], t.start[k+1]; to > from {
			t.nodes[k].apply(dst.Slice(0, rows, from, to).(*mat.Dense), below, w)
		}
	}
}

// workspace is memory that one goroutine uses for node after node.
type workspace struct {
	inputs, components, functions buffer
	layers                        [2]buffer // the features of two layers, in turn
}

// buffer is memory for one matrix after another.
type buffer []float64

// matrix returns an r×c matrix in the buffer, of arbitrary content.
func (b *buffer) matrix(r, c int) *mat.Dense {
	if len(*b) < r*c {
		*b = make([]float64, r*c)
	}
	return mat.NewDense(r, c, (*b)[:r*c])
}
