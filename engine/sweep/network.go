package sweep

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// network trains a network on the training part and sends both parts through
// it.
func (in *graphs) network(ctx context.Context, k preparation, parts ...*partData) (*hierarchy.Network, error) {
	shape, err := hierarchy.Parse(k.layers)
	if err != nil {
		return nil, err
	}
	train := parts[0]
	under := func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) {
		_, m := h.Dims()
		return moments.Stream(ctx, moments.NewValues(space.Linear{D: m}, h, train.lengths))
	}
	if !graph.Streamed(k.under) {
		g, err := in.trainingGraph(ctx, *train, k.under)
		if err != nil {
			return nil, err
		}
		under = func(ctx context.Context, h *mat.Dense) (*moments.Moments, error) { return graph.Moments(ctx, g, h) }
	}
	net, err := hierarchy.Train(ctx, shape, train.x, under)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if part.samples() == 0 {
			continue
		}
		if part.x, err = net.Apply(ctx, part.x); err != nil {
			return nil, err
		}
		part.shared = false
	}
	return net, nil
}
