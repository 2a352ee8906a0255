package readout_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

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
		Regress: func(_ context.Context, _ *mat.Dense, target []float64, _ part.Point) (readout.Regressor, error) {
			return mean(stat.Mean(target, nil)), nil
		},
	}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	set.Target = mat.Col(nil, 0, set.X) // the first input is to be predicted
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("readout", "mean", "space", "linear", "p", "1", "lambda", "0"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// lambda=0 p=1 method=sfa space=linear graph=time readout=mean ""
}
