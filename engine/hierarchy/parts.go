package hierarchy

import (
	"errors"
	"fmt"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// Node holds the parts of a trained node. It takes the columns In of the layer below
// minus Origin, projects them by Front, evaluates the functions of its layer on that,
// and returns Aᵀh − C.
type Node struct {
	In     []int
	Origin []float64         // nil for zero
	Front  *space.Projection // nil for none
	A      *mat.Dense        // nil if the functions are the features
	C      []float64
	// Empty marks a node without features.
	Empty bool
}

// Layers returns the nodes of each layer, the first layer first. Their data may not be
// written to.
func (n *Network) Layers() [][]Node {
	out := make([][]Node, len(n.tiers))
	for i, t := range n.tiers {
		for _, nd := range t.nodes {
			out[i] = append(out[i], Node{nd.in, nd.origin, nd.front, nd.a, nd.c, nd.space == nil})
		}
	}
	return out
}

// Restore returns the network of a shape and the nodes of its layers. An error names
// the node that does not fit.
func Restore(s Shape, layers [][]Node) (*Network, error) {
	if len(layers) != len(s.layers) {
		return nil, fmt.Errorf("%d layers, the network has %d", len(layers), len(s.layers))
	}
	net := &Network{shape: s}
	width := s.Inputs()
	for i, nodes := range layers {
		if len(nodes) != s.layers[i].nodes.count() {
			return nil, fmt.Errorf("layer %d: %d nodes, the network has %d", i+1, len(nodes), s.layers[i].nodes.count())
		}
		var made tier
		for k, part := range nodes {
			nd, err := part.restore(s.layers[i], width)
			if err != nil {
				return nil, fmt.Errorf("layer %d, node %d: %w", i+1, k+1, err)
			}
			made.add(nd)
		}
		if made.width() == 0 {
			return nil, fmt.Errorf("layer %d: no node has a feature", i+1)
		}
		net.tiers, width = append(net.tiers, made), made.width()
	}
	return net, nil
}

// restore returns the node of a layer over the given number of columns below.
func (p Node) restore(l layer, width int) (node, error) {
	nd := node{in: p.In, origin: p.Origin, front: p.Front, a: p.A, c: p.C}
	for _, c := range p.In {
		if c < 0 || c >= width {
			return nd, fmt.Errorf("column %d of %d", c, width)
		}
	}
	if p.Empty {
		return nd, nil
	}
	dim := len(p.In)
	if dim == 0 {
		return nd, errors.New("features of no inputs")
	}
	if p.Origin != nil && len(p.Origin) != dim {
		return nd, fmt.Errorf("%d means of %d inputs", len(p.Origin), dim)
	}
	if p.Front != nil {
		if mean, _ := p.Front.Parts(); len(mean) != dim {
			return nd, fmt.Errorf("components of %d inputs, it has %d", len(mean), dim)
		}
		dim = p.Front.Components()
	}
	var err error
	if nd.space, err = l.space(dim); err != nil || p.A == nil {
		return nd, err
	}
	if r, c := p.A.Dims(); r != nd.space.Dim() || c != len(p.C) {
		return nd, fmt.Errorf("weights %d×%d and %d offsets of %d functions", r, c, len(p.C), nd.space.Dim())
	}
	return nd, nil
}
