package samples

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// trainingGraph builds the point's graph over a part, with its weights.
func (in *Graphs) Training(ctx context.Context, of Part, at part.Point) (graph.Graph, error) {
	g, err := graph.Kinds.Build(at).New(ctx, in.joined(of), at)
	if err == nil {
		g, err = of.Weighed(g, at)
	}
	var row *graph.RowError
	if errors.As(err, &row) {
		return nil, fmt.Errorf("%s: %s", in.placeOf(of.Rows[row.Row]), row.What)
	}
	return g, err
}

// placeOf names a row of the data by the segment that it is in, as its file has
// it.
func (in *Graphs) placeOf(row int) string {
	for _, seg := range in.set.Segments {
		if row < seg.End {
			return fmt.Sprintf("sample %d of segment %s", row-seg.Start+1, seg.Name)
		}
	}
	return fmt.Sprintf("sample %d", row+1)
}

// Weighed gives a graph over the part the point's weights.
func (p Part) Weighed(g graph.Graph, at part.Point) (graph.Graph, error) {
	if graph.Weights.Of(at) == "" {
		return g, nil
	}
	var samples, transitions []float64
	if graph.Weights.Of(at) != "transitions" {
		samples = p.importance
	}
	if graph.Weights.Of(at) != "samples" {
		transitions = p.transition
	}
	return graph.Weighted(g, transitions, samples)
}

// joined are the samples of a part, as graphs see them.
func (in *Graphs) joined(of Part) graph.Samples {
	return graph.Samples{
		X: of.X, Lengths: of.Lengths, Label: of.Label, Target: of.Target,
		Edges: func(ctx context.Context, path string) (graph.Graph, error) { return in.edgesAmong(ctx, path, of.Rows) },
	}
}
