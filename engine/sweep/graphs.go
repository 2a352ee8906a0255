package sweep

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// trainingGraph builds the point's graph over a part, with its weights.
func (p *Plan) trainingGraph(ctx context.Context, part partData, at part.Point) (graph.Graph, error) {
	g, err := graph.Kinds.Build(at).New(ctx, p.joined(part), at)
	if err == nil {
		g, err = part.weighed(g, at)
	}
	var row *graph.RowError
	if errors.As(err, &row) {
		return nil, fmt.Errorf("%s: %s", p.placeOf(part.rows[row.Row]), row.What)
	}
	return g, err
}

// placeOf names a row of the data by the segment that it is in, as its file has
// it.
func (p *Plan) placeOf(row int) string {
	for _, seg := range p.set.Segments {
		if row < seg.End {
			return fmt.Sprintf("sample %d of segment %s", row-seg.Start+1, seg.Name)
		}
	}
	return fmt.Sprintf("sample %d", row+1)
}

// weighed gives a graph over the part the point's weights.
func (part partData) weighed(g graph.Graph, at part.Point) (graph.Graph, error) {
	if graph.Weights.Of(at) == "" {
		return g, nil
	}
	var samples, transitions []float64
	if graph.Weights.Of(at) != "transitions" {
		samples = part.importance
	}
	if graph.Weights.Of(at) != "samples" {
		transitions = part.transition
	}
	return graph.Weighted(g, transitions, samples)
}

// joined are the samples of a part, as graphs see them.
func (p *Plan) joined(of partData) graph.Samples {
	return graph.Samples{
		X: of.x, Lengths: of.lengths, Label: of.label, Target: of.target,
		Edges: func(ctx context.Context, path string) (graph.Graph, error) { return p.edgesAmong(ctx, path, of.rows) },
	}
}
