package readout_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// ended is a sink that prints each point.
type ended struct{}

func (ended) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		fmt.Printf("%s %q\n", e.Result.Point.Label(), e.Result.Error)
	}
	return nil
}

// runSweep computes a sweep over the built-in set sincos, whose first input is to be
// predicted.
func runSweep(texts ...string) {
	ctx := context.Background()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	n, _ := set.X.Dims()
	set.Target = make([]float64, n)
	for i := range set.Target {
		set.Target[i] = set.X.At(i, 0)
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

// mean predicts the mean of the targets that it was trained on.
type mean float64

func (m mean) Predict(phi *mat.Dense) []float64 {
	n, _ := phi.Dims()
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(m)
	}
	return out
}

// A readout of our own is trained on the target of the training part.
func ExampleKind() {
	readout.Kinds.Register(part.Part[readout.Kind]{Name: "mean", Build: readout.Kind{
		Regress: func(_ context.Context, _ *mat.Dense, target []float64, _ part.Point) (readout.Regressor, []string, error) {
			return mean(stat.Mean(target, nil)), nil, nil
		},
	}})
	runSweep("readout", "mean", "space", "linear", "p", "1", "lambda", "0")
	// Output:
	// lambda=0 p=1 method=sfa space=linear graph=time readout=mean ""
}
