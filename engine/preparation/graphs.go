package preparation

import (
	"context"
	"errors"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// Training builds the point's graph over a part, with its weights.
func (in *Graphs) Training(ctx context.Context, of Part, at part.Point) (graph.Graph, error) {
	from := of.joined()
	from.Edges = func(ctx context.Context, path string) (graph.Graph, error) { return in.edgesAmong(ctx, path, of.Rows) }
	g, err := graph.Kinds.Build(at).New(ctx, from, at)
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
	return graph.Weigh(g, p.joined(), at)
}

// OrderOfClasses returns the order of the classes that the point's graph sorts by, in words;
// "" for none.
func (in *Graphs) OrderOfClasses(at part.Point) string {
	return graph.OrderOfClasses(Joined(in.set), at)
}

// Joined are the samples of a set, as graphs see them.
func Joined(set *data.Set) graph.Samples {
	s := graph.Samples{X: set.X, Label: set.Label, Classes: set.Classes, Target: set.Target, Importance: set.Importance, TransitionImportance: set.TransitionImportance}
	for _, seg := range set.Segments {
		s.Lengths = append(s.Lengths, seg.Len())
	}
	return s
}

// joined are the samples of the part, as graphs see them.
func (p Part) joined() graph.Samples {
	s := graph.Samples{
		X: p.X, Lengths: p.Lengths, Label: p.Label, Target: p.Target,
		Importance: p.importance, TransitionImportance: p.transition,
	}
	if p.Set != nil {
		s.Classes = p.Set.Classes
	}
	return s
}
