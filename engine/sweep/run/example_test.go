package run_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// printed is a sink that prints what is finished.
type printed struct{}

func (printed) Handle(e sweep.Event) error {
	switch e.Kind {
	case sweep.PointDone:
		r := e.Result
		fmt.Printf("%s: rank %d, mean Δ %.3f, unit variance %v\n", r.Point.Label(), r.Rank, float64(r.Slowness.MeanTrain), r.Variance.OK)
	case sweep.Ended:
		fmt.Println("ended:", e.Reason)
	}
	return nil
}

// Start computes the points of a plan and reports each the moment it is done.
func ExampleStart() {
	ctx := context.Background()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "poly", "degree", "2", "lambda", "0", "p", "1", "readout", "none")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		panic(err)
	}
	r, err := run.Start(ctx, plan, printed{}, sweep.RunOptions{Workers: 1})
	if err != nil {
		panic(err)
	}
	if err := r.Wait(); err != nil {
		panic(err)
	}
	// Output:
	// lambda=0 p=1 method=sfa space=poly degree=2 graph=time readout=none: rank 5, mean Δ 0.004, unit variance true
	// ended: done
}
