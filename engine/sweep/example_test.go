package sweep_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/sweep"
)

// A plan lists the points of a sweep before anything is computed. Widths are multiples
// of the heuristic one here.
func ExampleNewPlan() {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With(
		"sigma", "rel:0.5,1,2", "lambda", "0,1e-3", "m", "20", "p", "2", "readout", "none")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		panic(err)
	}
	first := plan.Entries[0].Point
	fmt.Printf("%d points, the first at σ = %.2f\n", len(plan.Entries), kernel.Sigma.X(first))
	_, err = sweep.NewPlan(set, set.Hash(), spec.With("lambda", "-1"))
	fmt.Println(err)
	// Output:
	// 6 points, the first at σ = 0.44
	// --lambda: λ = -1: must be 0 or above
}
