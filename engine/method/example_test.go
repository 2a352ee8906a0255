package method_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
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
	runSweep("method", "plain", "space", "linear", "p", "1", "readout", "none")
	// Output:
	// p=1 method=plain space=linear readout=none ""
}
