package encode_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// Slow features of sparse codes: the dictionary is learnt on each training part alone.
func Example() {
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 400}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("front", "ksvd:4:1", "code", "split", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Println(r.Point, r.FrontInfo.Atoms, "atoms", r.FrontInfo.NonZeros, "in each code")
	}
	// Output:
	// lambda=0 p=1 method=sfa front=ksvd:4:1 space=linear graph=time readout=none code=split 4 atoms 1 in each code
}
