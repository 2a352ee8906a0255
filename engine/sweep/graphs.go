package sweep

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/moments"
	"gonum.org/v1/gonum/mat"
)

// graphKind is one kind of training graph besides that of time.
type graphKind struct {
	name string
	// What the graph is made of, and the parameters that apply.
	labels, order  bool
	groups, window bool

	build func(p partData, at Point) (graph.Graph, error)
}

// graphs is the table of the training graphs, without "time".
var graphs = []graphKind{
	{name: "clustered", labels: true, build: func(p partData, _ Point) (graph.Graph, error) { return graph.Clustered(p.label) }},
	{name: "class-pairs", labels: true, build: func(p partData, _ Point) (graph.Graph, error) { return graph.ClassPairs(p.label) }},
	{name: "serial", order: true, groups: true, build: func(p partData, at Point) (graph.Graph, error) { return graph.Serial(p.ordered(at)) }},
	{name: "mixed", order: true, groups: true, build: func(p partData, at Point) (graph.Graph, error) { return graph.Mixed(p.ordered(at)) }},
	{name: "window", order: true, window: true, build: func(p partData, at Point) (graph.Graph, error) {
		order, err := p.order()
		if err != nil {
			return nil, err
		}
		return graph.Window(order, at.Window)
	}},
	{name: "reorder", order: true, build: func(p partData, _ Point) (graph.Graph, error) {
		order, err := p.order()
		if err != nil {
			return nil, err
		}
		return graph.Reorder(order)
	}},
}

// graphNames are the words of the graph axis.
func graphNames() []string {
	names := []string{"time"}
	for _, g := range graphs {
		names = append(names, g.name)
	}
	return names
}

// graphOf finds a graph by its name; nil for "time" and for a method without
// one.
func graphOf(name string) *graphKind {
	for i := range graphs {
		if graphs[i].name == name {
			return &graphs[i]
		}
	}
	return nil
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
			return nil, fmt.Errorf("sample %d of the training part has no label to be sorted by: label all samples, or take the serial or mixed graph", i)
		}
		out[i] = float64(c)
	}
	return out, nil
}

// ordered are the groups of samples along the order: of the target equal ones,
// of labels the classes.
func (p partData) ordered(at Point) []int {
	if p.target != nil {
		return graph.GroupsOf(p.target, at.GraphGroups)
	}
	return p.label
}

// trained are the moments of the training part under a graph; those under the
// time graph are streamed before anything else.
func (m *model) trained(ctx context.Context, at Point) (*moments.Moments, error) {
	kind := graphOf(at.Graph)
	if kind == nil {
		return m.moments, nil
	}
	k := at.training()
	if have, ok := m.byGraph[k]; ok {
		return have, nil
	}
	g, err := kind.build(m.data.train, at)
	if err != nil {
		return nil, err
	}
	h, err := m.train.All(ctx)
	if err != nil {
		return nil, err
	}
	mom, err := graph.Moments(ctx, g, h)
	if err != nil {
		return nil, err
	}
	// One graph at a time: points that share it come together.
	m.graph, m.byGraph = g, map[Point]*moments.Moments{k: mom}
	m.report(at.Graph + " graph")
	return mom, nil
}

// training is what names a training graph among the points of a job.
func (p Point) training() Point {
	return Point{Graph: p.Graph, GraphGroups: p.GraphGroups, Window: p.Window}
}

// describeGraph adds what the training graph says of the features: their
// slowness along its edges, and the unit-variance check under its vertex
// weights, which is what it constrains.
func (m *model) describeGraph(ctx context.Context, res *Result, phi *mat.Dense) (measure.UnitVariance, error) {
	mom, err := graph.Moments(ctx, m.graph, phi)
	if err != nil {
		return measure.UnitVariance{}, err
	}
	_, p := phi.Dims()
	v := measure.UnitVariance{Min: math.Inf(1), Max: math.Inf(-1), Variances: make([]float64, p)}
	delta := make([]float64, p)
	for i := range p {
		vi := mom.C.At(i, i)
		v.Variances[i], delta[i] = vi, mom.Cdot.At(i, i)
		v.Mean += vi / float64(p)
		v.Min, v.Max = min(v.Min, vi), max(v.Max, vi)
		for j := range i {
			if s := math.Sqrt(vi * v.Variances[j]); s > 0 {
				v.MaxAbsCorr = max(v.MaxAbsCorr, math.Abs(mom.C.At(i, j))/s)
			}
		}
	}
	values, _ := floatsOf(delta)
	res.Graph = &GraphReport{Delta: values, Consistency: Float(graph.Consistency(m.graph)), Components: graph.Components(m.graph)}
	if res.Graph.Consistency > 1e-9 {
		res.Notes = append(res.Notes, fmt.Sprintf("the training graph is not consistent (by %.2g): free responses may correlate with the constant", float64(res.Graph.Consistency)))
	}
	return v, nil
}
