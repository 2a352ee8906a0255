package preparation

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// trainNetwork trains a network on the first part and replaces the inputs of all parts
// by its outputs.
func (in *Graphs) trainNetwork(ctx context.Context, k Preparation, parts ...*Part) (*hierarchy.Network, error) {
	shape, err := hierarchy.Parse(k.Layers)
	if err != nil {
		return nil, err
	}
	train := parts[0]
	under := func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) {
		_, m := h.Dims()
		return moments.Stream(ctx, moments.NewValues(space.Linear{D: m}, h, train.Lengths))
	}
	if !graph.Streamed(k.Under) {
		g, err := in.Training(ctx, *train, k.Under)
		if err != nil {
			return nil, err
		}
		under = func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) { return graph.Moments(ctx, g, h) }
	}
	net, err := hierarchy.Train(ctx, shape, train.X, under)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if part.Len() == 0 {
			continue
		}
		if part.X, err = net.Apply(ctx, part.X); err != nil {
			return nil, err
		}
		part.shared = false
	}
	return net, nil
}
