package sweep

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
)

// graphKind is one kind of training graph.
type graphKind struct {
	name string
	// What the graph is made of, and the parameters that apply.
	labels, order                     bool
	groups, window, pairs, predictive bool
	// parts says that the graph is meant to fall apart, so that it is no news.
	parts bool

	build func(ctx context.Context, p *Plan, part partData, at part.Point) (graph.Graph, error)
}

// edgesPrefix stands before the name of a file of edges.
const edgesPrefix = "edges:"

// graphs is the table of the training graphs.
var graphs = []graphKind{
	{name: "time", parts: true, build: func(_ context.Context, _ *Plan, part partData, _ part.Point) (graph.Graph, error) {
		return graph.Time(part.lengths), nil
	}},
	{name: "clustered", labels: true, parts: true, build: func(_ context.Context, _ *Plan, part partData, _ part.Point) (graph.Graph, error) {
		return graph.Clustered(part.label)
	}},
	{name: "class-pairs", labels: true, pairs: true, parts: true, build: func(ctx context.Context, _ *Plan, part partData, at part.Point) (graph.Graph, error) {
		if at.Pairs > 0 {
			return graph.SampledPairs(ctx, part.label, at.Pairs, at.DrawSeed())
		}
		return graph.ClassPairs(part.label)
	}},
	{name: "serial", order: true, groups: true, build: func(_ context.Context, _ *Plan, part partData, at part.Point) (graph.Graph, error) {
		return graph.Serial(part.ordered(at))
	}},
	{name: "mixed", order: true, groups: true, build: func(_ context.Context, _ *Plan, part partData, at part.Point) (graph.Graph, error) {
		return graph.Mixed(part.ordered(at))
	}},
	{name: "window", order: true, window: true, build: func(_ context.Context, _ *Plan, part partData, at part.Point) (graph.Graph, error) {
		order, err := part.order()
		if err != nil {
			return nil, err
		}
		return graph.Window(order, at.Window)
	}},
	{name: "reorder", order: true, build: func(_ context.Context, _ *Plan, part partData, _ part.Point) (graph.Graph, error) {
		order, err := part.order()
		if err != nil {
			return nil, err
		}
		return graph.Reorder(order)
	}},
	{name: "gpfa1", predictive: true, build: predictiveGraph},
	{name: "gpfa2", predictive: true, build: predictiveGraph},
}

// fileGraph is the kind of every graph from a file of edges.
var fileGraph = graphKind{name: "edges", build: func(ctx context.Context, p *Plan, part partData, at part.Point) (graph.Graph, error) {
	return p.edgesAmong(ctx, at.Graph, part.rows)
}}

// predictiveGraph is the first graph of GPFA, over the inputs.
func predictiveGraph(ctx context.Context, _ *Plan, part partData, at part.Point) (graph.Graph, error) {
	return graph.Predictive(ctx, part.x, part.lengths, predictionAt(at))
}

// prediction is what GPFA counts as alike at a point.
func predictionAt(p part.Point) graph.Prediction {
	return graph.Prediction{
		Order: p.Order, Neighbours: p.GraphKNN, Star: p.Graph == "gpfa2",
		Future: p.Direction != "past", Past: p.Direction != "future",
	}
}

// graphNames are the words of the graph axis.
func graphNames() []string {
	var names []string
	for _, g := range graphs {
		names = append(names, g.name)
	}
	return names
}

// graphOf finds a graph by its name; the zero kind for a method without one.
func graphOf(name string) graphKind {
	if strings.HasPrefix(name, edgesPrefix) {
		return fileGraph
	}
	for _, g := range graphs {
		if g.name == name {
			return g
		}
	}
	return graphKind{}
}

// streamed says that the moments under the point's training graph come from
// one pass over the samples: those of time itself.
func streamed(p part.Point) bool { return p.Graph == "time" && p.Weights == "" }

// trainingGraph builds the point's graph over a part, with its weights.
func (p *Plan) trainingGraph(ctx context.Context, part partData, at part.Point) (graph.Graph, error) {
	g, err := graphOf(at.Graph).build(ctx, p, part, at)
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
	if at.Weights == "" {
		return g, nil
	}
	var samples, transitions []float64
	if at.Weights != "transitions" {
		samples = part.importance
	}
	if at.Weights != "samples" {
		transitions = part.transition
	}
	return graph.Weighted(g, transitions, samples)
}

// order is the value that samples are sorted by: the target, or the class in
// the order of the labels. Samples without a label have no place in it.
func (p partData) order() ([]float64, error) {
	if p.target != nil {
		return p.target, nil
	}
	out := make([]float64, len(p.label))
	for i, c := range p.label {
		if c < 0 {
			return nil, &graph.RowError{Row: i, What: "it has no label to be sorted by: label all samples, or take the serial or mixed graph"}
		}
		out[i] = float64(c)
	}
	return out, nil
}

// ordered are the groups of samples along the order: of the target equal ones,
// of labels the classes.
func (p partData) ordered(at part.Point) []int {
	if p.target != nil {
		return graph.GroupsOf(p.target, at.GraphGroups)
	}
	return p.label
}
