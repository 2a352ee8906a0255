package hierarchy

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/moments"
	"gonum.org/v1/gonum/mat"
)

// Network is a trained network. It is immutable and safe for concurrent use.
type Network struct {
	shape Shape
	tiers []tier
	notes []string
}

// Outputs returns the number of features of all nodes of the last layer: fewer than
// those of the shape if the data support fewer for a node.
func (n *Network) Outputs() int { return n.tiers[len(n.tiers)-1].width() }

// Notes returns sentences on each layer and on the result of its training.
func (n *Network) Notes() []string { return slices.Clone(n.notes) }

// Apply returns the outputs (b × [Network.Outputs]) of each row of x (b×d): the features
// of the last layer, those of its first node first. Rows pass all layers in blocks, so
// that memory besides x and the outputs does not grow with b. The result does not
// depend on GOMAXPROCS. It fails only if ctx ends, and panics if d is not that of the
// shape.
func (n *Network) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	rows, d := x.Dims()
	if d != n.shape.Inputs() {
		panic(fmt.Sprintf("hierarchy: %d inputs for a network of %d", d, n.shape.Inputs()))
	}
	return applyInBlocks(ctx, x, mat.NewDense(rows, n.Outputs(), nil), func(dst, x *mat.Dense, w *workspace) {
		top := len(n.tiers) - 1
		for i := range n.tiers[:top] {
			b, _ := x.Dims()
			y := w.layers[i%2].matrix(b, n.tiers[i].width())
			n.tiers[i].apply(y, x, w)
			x = y
		}
		n.tiers[top].apply(dst, x, w)
	})
}

// applyInBlocks calls f with blocks of rows of dst and the same rows of x, in parallel,
// and returns dst.
func applyInBlocks(ctx context.Context, x, dst *mat.Dense, f func(dst, x *mat.Dense, w *workspace)) (*mat.Dense, error) {
	n, d := x.Dims()
	_, p := dst.Dims()
	workspaces := sync.Pool{New: func() any { return new(workspace) }}
	err := parallel.For(ctx, n, moments.BlockRows, func(lo, hi int) {
		w := workspaces.Get().(*workspace)
		defer workspaces.Put(w)
		f(dst.Slice(lo, hi, 0, p).(*mat.Dense), x.Slice(lo, hi, 0, d).(*mat.Dense), w)
	})
	return dst, err
}
