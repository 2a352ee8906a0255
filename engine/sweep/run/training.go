package run

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/sweep"
)

// timeMoments returns the moments of the training part under the time graph, computed on the
// first call.
func (m *model) timeMoments(ctx context.Context) (*moments.Moments, error) {
	if m.moments != nil {
		return m.moments, nil
	}
	if err := m.samples.of.run.stage(ctx); err != nil {
		return nil, err
	}
	var mom *moments.Moments
	var z *moments.Sphered
	var err error
	if m.onePass(m.train, m.samples.of.uses.Train) {
		mom, z, err = moments.StreamSphered(ctx, m.train, sfa.Tolerance(m.functions.space.Dim()))
	} else {
		mom, err = moments.Stream(ctx, m.train)
	}
	if err != nil {
		return nil, err
	}
	m.moments = mom
	m.samples.of.report("moments")
	if z != nil {
		m.sphered = &sphered{z}
		m.samples.of.report("sphered values")
	}
	return mom, nil
}

// momentsFor returns the moments of the training part under the graph of a point. Under the
// time graph these are the streamed moments, which methods without a graph use too, as C is the
// same.
func (m *model) momentsFor(ctx context.Context, at part.Point) (*graphMoments, error) {
	if !method.Kinds.Build(at).Graph || graph.Streamed(at) {
		mom, err := m.timeMoments(ctx)
		return &graphMoments{moments: mom}, err
	}
	k := sweep.Training(at)
	if m.byGraph[k] != nil {
		return m.byGraph[k], nil
	}
	g, err := m.samples.job.Plan.Graphs.Training(ctx, m.samples.whitening.apply(m.samples.data.Train, at), at)
	if err != nil {
		return nil, err
	}
	on, err := m.momentsUnder(ctx, g, at)
	if err != nil {
		return nil, err
	}
	// Only one graph is kept: points that share it are computed one after another.
	m.byGraph = map[part.Point]*graphMoments{k: on}
	m.samples.of.report(graph.Name.Of(at) + " graph")
	return on, nil
}

// momentsUnder returns the moments of the training part under a graph: about the mean weighted
// by the graph's vertices or, for [graph.Printed], about that of the samples.
func (m *model) momentsUnder(ctx context.Context, g graph.Graph, at part.Point) (*graphMoments, error) {
	h, err := m.train.All(ctx)
	if err != nil {
		return nil, err
	}
	var origin []float64
	if graph.Printed(at) {
		plain, err := m.timeMoments(ctx)
		if err != nil {
			return nil, err
		}
		origin = plain.Mean
	}
	mom, err := graph.MomentsAbout(ctx, g, h, origin)
	if err != nil {
		return nil, err
	}
	return &graphMoments{graph: g, moments: mom}, nil
}
