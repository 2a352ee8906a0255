package space_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
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

// absolute is the space of the inputs' magnitudes.
type absolute struct{ space.Linear }

func (a absolute) Eval(dst, x *mat.Dense) {
	dst.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, x)
}

// A function space of our own, beside those of the package.
func ExampleKind() {
	space.Kinds.Register(part.Part[space.Kind]{Name: "abs", Build: space.Kind{
		Dim: func(_ part.Point, d int) int { return d },
		New: func(_ part.Point, d int) (space.Space, error) { return absolute{space.Linear{D: d}}, nil },
	}})
	runSweep("space", "abs", "p", "1", "lambda", "0", "readout", "none")
	// Output:
	// lambda=0 p=1 method=sfa space=abs graph=time readout=none ""
}
