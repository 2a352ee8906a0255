package resolve_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
)

// The training graph of a finished point, which its result only sums up.
func ExampleInspect() {
	ctx := context.Background()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none")
	results, err := run.All(ctx, set, spec)
	if err != nil {
		panic(err)
	}
	x, err := resolve.Inspect(ctx, set, set.Hash(), results[0].Point)
	if err != nil {
		panic(err)
	}
	variances, err := resolve.Variances(ctx, set, set.Hash(), results[0].Point)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d samples, %d pairs, variances %.2f\n", x.Graph.Samples, x.Graph.Pairs, variances)
	// Output:
	// 200 samples, 199 pairs, variances [1.00 1.00]
}
