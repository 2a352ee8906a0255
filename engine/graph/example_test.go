package graph_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// ended is a sink that prints each point.
type ended struct{}

func (ended) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		fmt.Printf("%s %q\n", e.Result.Point.Label(), e.Result.Error)
	}
	return nil
}

// runSweep computes a sweep over the built-in set sincos.
func runSweep(texts ...string) {
	ctx := context.Background()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	plan, err := sweep.NewPlan(set, set.Hash(), sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With(texts...))
	if err != nil {
		panic(err)
	}
	r, err := run.Start(ctx, plan, ended{}, sweep.RunOptions{Workers: 1})
	if err != nil {
		panic(err)
	}
	if err := r.Wait(); err != nil {
		panic(err)
	}
}

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
	runSweep("graph", "leap", "space", "linear", "p", "1", "lambda", "0", "readout", "none")
	// Output:
	// lambda=0 p=1 method=sfa space=linear graph=leap readout=none ""
}
