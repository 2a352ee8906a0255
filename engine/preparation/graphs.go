package preparation

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// Training builds the graph of the point over a part, and weighs it. An error about a
// row names its segment.
func (in *Graphs) Training(ctx context.Context, of Part, at part.Point) (graph.Graph, error) {
	from := of.graphSamples()
	from.Edges = func(ctx context.Context, path string) (graph.Graph, error) {
		return in.edgesBetween(ctx, path, of.Rows)
	}
	g, err := graph.Kinds.Build(at).New(ctx, from, at)
	if err == nil {
		g, err = of.Weighed(g, at)
	}
	var row *graph.RowError
	if errors.As(err, &row) {
		return nil, fmt.Errorf("%s: %s", in.nameRow(of.Rows[row.Row]), row.What)
	}
	return g, err
}

// nameRow names a row of the data by its segment and its number there.
func (in *Graphs) nameRow(row int) string {
	for _, seg := range in.set.Segments {
		if row < seg.End {
			return fmt.Sprintf("sample %d of segment %s", row-seg.Start+1, seg.Name)
		}
	}
	return fmt.Sprintf("sample %d", row+1)
}

// Weighed applies the weights of the point to a graph over the part.
func (p Part) Weighed(g graph.Graph, at part.Point) (graph.Graph, error) {
	return graph.Weigh(g, p.graphSamples(), at)
}

// OrderOfClasses returns in words the order of the classes that the graph of the point
// sorts by; "" for none.
func (in *Graphs) OrderOfClasses(at part.Point) string {
	return graph.OrderOfClasses(Joined(in.set), at)
}

// Joined returns the samples of a set in the form that graphs take.
func Joined(set *data.Set) graph.Samples {
	s := graph.Samples{X: set.X, Label: set.Label, Classes: set.Classes, Target: set.Target, Importance: set.Importance, TransitionImportance: set.TransitionImportance}
	for _, seg := range set.Segments {
		s.Lengths = append(s.Lengths, seg.Len())
	}
	return s
}

// graphSamples returns the samples of the part in the form that graphs take.
func (p Part) graphSamples() graph.Samples {
	s := graph.Samples{
		X: p.X, Lengths: p.Lengths, Label: p.Label, Target: p.Target,
		Importance: p.importance, TransitionImportance: p.transition,
	}
	if p.Set != nil {
		s.Classes = p.Set.Classes
	}
	return s
}
