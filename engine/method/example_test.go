package method_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// A method of our own takes the functions as they come, scaled to unit variance.
func ExampleKind() {
	method.Kinds.Register(part.Part[method.Kind]{Name: "plain", Build: method.Kind{
		Nests: true,
		Solve: func(_ context.Context, of method.Problem, _ part.Point, p int) (*method.Solution, error) {
			m := of.Moments()
			dim := m.C.SymmetricDim()
			a := mat.NewDense(dim, min(p, dim), nil)
			for j := range min(p, dim) {
				a.Set(j, j, 1/math.Sqrt(m.C.At(j, j)))
			}
			return &method.Solution{A: a, Mean: m.Mean}, nil
		},
	}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("method", "plain", "space", "linear", "p", "1", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// p=1 method=plain space=linear readout=none ""
}
