package run

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// trained are the moments of the training part under a graph; those under the
// time graph are streamed before anything else. A method without a graph takes
// them too: C is the same.
func (m *model) trained(ctx context.Context, at part.Point) (*trainedOn, error) {
	if !method.Kinds.Build(at).Graph || graph.Streamed(at) {
		mom, err := m.streamed(ctx)
		return &trainedOn{moments: mom}, err
	}
	k := sweep.Training(at)
	if m.byGraph[k] != nil {
		return m.byGraph[k], nil
	}
	joined, err := m.joined(ctx, m.data.Train, at)
	if err != nil {
		return nil, err
	}
	g, err := m.Plan.Graphs.Training(ctx, joined, at)
	if err != nil {
		return nil, err
	}
	on, err := m.under(ctx, g, at)
	if err != nil {
		return nil, err
	}
	// One graph at a time: points that share it come together.
	m.byGraph = map[part.Point]*trainedOn{k: on}
	m.report(graph.Name.Of(at) + " graph")
	return on, nil
}

// under returns the moments of the training part under a graph: about the mean that the
// graph's vertices weigh, or, for [graph.Printed], about that of the samples.
func (m *model) under(ctx context.Context, g graph.Graph, at part.Point) (*trainedOn, error) {
	h, err := m.train.All(ctx)
	if err != nil {
		return nil, err
	}
	var origin []float64
	if graph.Printed(at) {
		plain, err := m.streamed(ctx)
		if err != nil {
			return nil, err
		}
		origin = plain.Mean
	}
	mom, err := graph.MomentsAbout(ctx, g, h, origin)
	if err != nil {
		return nil, err
	}
	return &trainedOn{graph: g, moments: mom}, nil
}
