package subset_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
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

// A selection of our own takes the first samples.
func ExampleKind() {
	subset.Kinds.Register(part.Part[subset.Kind]{Name: "first", Parameters: []part.Parameter{subset.M}, Build: subset.Kind{
		Nests: true, Samples: true,
		Choose: func(_ context.Context, _ subset.Candidates, m int, _ part.Point) (*subset.Supports, error) {
			s := &subset.Supports{}
			for i := range m {
				s.Index = append(s.Index, i)
			}
			return s, nil
		},
	}})
	runSweep("select", "first", "sigma", "1", "m", "10", "p", "1", "lambda", "0", "readout", "none")
	// Output:
	// sigma=1 lambda=0 m=10 p=1 method=sfa space=kernel kernel=gaussian graph=time select=first basis=stable shift=on readout=none ""
}
