package space_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

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
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("space", "abs", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Output:
	// lambda=0 p=1 method=sfa space=abs graph=time readout=none ""
}

// A front of our own leaves some of the last inputs out.
func ExampleFrontKind() {
	left := func(at part.Point, d int) int {
		var count int
		if _, err := fmt.Sscanf(space.Reduction.Of(at), "but:%d", &count); err != nil || count < 1 {
			return d
		}
		return max(1, d-count)
	}
	space.Fronts.Register(part.Part[space.FrontKind]{Name: "but", Prefix: "but:", Build: space.FrontKind{
		Components: left,
		Fit: func(_ context.Context, at part.Point, mean []float64, _ *mat.SymDense) (space.Front, error) {
			w := mat.NewDense(len(mean), left(at, len(mean)), nil)
			for i := range left(at, len(mean)) {
				w.Set(i, i, 1)
			}
			return space.NewProjection(mean, w), nil
		},
	}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("front", "none,but:1", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%s %q\n", r.Point, r.Error)
	}
	// Unordered output:
	// lambda=0 p=1 method=sfa space=linear graph=time readout=none ""
	// lambda=0 p=1 method=sfa front=but:1 space=linear graph=time readout=none ""
}

// A correction of our own turns negative eigenvalues positive, and makes them a quarter.
func ExampleCorrection() {
	damped := func(v, _ float64) float64 { return max(v, -v/4) }
	space.Corrections.Register(part.Part[space.Correction]{Name: "damp", Doc: "turned positive, a quarter of them", Build: space.Correction{
		Value:  damped,
		Weight: func(v, least float64) float64 { return math.Sqrt(damped(v, least)) / v },
	}})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("kernel", "gamma-exponential", "gamma", "3", "indefinite", "damp", "sigma", "1", "select", "random", "m", "10", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Printf("%d negative, %s %q\n", r.KernelInfo.Corrected.Negative, r.KernelInfo.Corrected.Correction, r.Error)
	}
	// Output:
	// 4 negative, damp ""
}
