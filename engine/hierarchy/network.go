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

// Network is a trained network. It does not change and may be used by several
// goroutines.
type Network struct {
	shape Shape
	tiers []tier
	notes []string
}

// Outputs is the number of features that the nodes of the last layer have
// together: fewer than those of the shape where the data give a node fewer.
func (n *Network) Outputs() int { return n.tiers[len(n.tiers)-1].width() }

// Notes say in words what each layer is and what training made of it.
func (n *Network) Notes() []string { return slices.Clone(n.notes) }

// Apply gives the outputs (b×[Network.Outputs]) of each row of x (b×d): the
// features of the last layer, those of its first node first. Rows go through
// all layers in blocks, so memory besides x and the outputs does not grow with
// b. The result does not depend on GOMAXPROCS. It fails only when ctx ends, and
// panics when d is not that of the shape.
func (n *Network) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	rows, d := x.Dims()
	if d != n.shape.Inputs() {
		panic(fmt.Sprintf("hierarchy: %d inputs for a network of %d", d, n.shape.Inputs()))
	}
	return inBlocks(ctx, x, mat.NewDense(rows, n.Outputs(), nil), func(dst, x *mat.Dense, w *workspace) {
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

// inBlocks lets f make rows of dst from the same rows of x, block by block, and
// gives dst.
func inBlocks(ctx context.Context, x, dst *mat.Dense, f func(dst, x *mat.Dense, w *workspace)) (*mat.Dense, error) {
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
