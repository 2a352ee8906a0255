package graph_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// A graph of our own joins each sample to the second next of its segment.
func ExampleKind() {
	graph.Kinds.Register(part.Part[graph.Kind]{Name: "leap", Build: graph.Kind{
		Time: true,
		New: func(_ context.Context, s graph.Samples, _ part.Point) (graph.Graph, error) {
			var edges []graph.Edge
			start := 0
			for _, n := range s.Lengths {
				for i := start; i+2 < start+n; i++ {
					edges = append(edges, graph.Edge{I: i, J: i + 2, Weight: 1})
				}
				start += n
			}
			return graph.EdgeList(start, edges), nil
		},
	}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("graph", "leap", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// lambda=0 p=1 method=sfa space=linear graph=leap readout=none ""
}

// A weighting of our own has every class weigh the same, however many samples it has.
func ExampleWeighting() {
	balance := &graph.Column{
		Missing: "name the column of labels with --label",
		Of: func(s graph.Samples) []float64 {
			if s.Label == nil {
				return nil
			}
			size, out := map[int]float64{}, make([]float64, len(s.Label))
			for _, c := range s.Label {
				size[c]++
			}
			for i, c := range s.Label {
				out[i] = 1 / size[c]
			}
			return out
		},
	}
	graph.Weightings.Register(part.Part[graph.Weighting]{Name: "classes", Build: graph.Weighting{Samples: balance}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	set.Classes, set.Label = []string{"first", "rest"}, make([]int, 300)
	for i := 50; i < 300; i++ {
		set.Label[i] = 1
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("graph", "time", "weights", "none,classes", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// lambda=0 p=1 method=sfa space=linear graph=time readout=none ""
	// lambda=0 p=1 method=sfa space=linear graph=time weights=classes readout=none ""
}
