package subset_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

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
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("select", "first", "sigma", "1", "m", "10", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// sigma=1 lambda=0 m=10 p=1 method=sfa space=kernel kernel=gaussian graph=time select=first basis=stable shift=on readout=none ""
}
