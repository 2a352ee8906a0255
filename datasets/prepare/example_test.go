package prepare_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/prepare"
	"example.com/sfatui/datasets/storage"
)

// memory has no limit.
type memory struct{ storage.Store }

func (*memory) Hold(int, string) error { return nil }

// Steps run in a fixed order, regardless of the order of the flags.
func ExampleParse() {
	steps, err := prepare.Parse(prepare.Options{Log: "log1p", Normalise: "standard"})
	if err != nil {
		fmt.Println(err)
		return
	}
	raw := &data.Raw{Inputs: []string{"count"}, Recordings: []*data.Recording{{Name: "day", Rows: 4, X: []float64{0, 9, 0, 9}}}}
	for _, step := range steps {
		if err := step.Apply(context.Background(), raw, &memory{}); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(raw.Recordings[0].X)
	for _, did := range raw.Prepared {
		fmt.Println(did)
	}
	// Output:
	// [-1 1 -1 1]
	// log(1+x) of all inputs
	// each segment normalised to mean 0 and variance 1
}

// A registered logarithm is a value of --log.
func ExampleRegisterLogarithm() {
	prepare.RegisterLogarithm(prepare.Logarithm{Name: "asinh", Did: "arsinh(x)", Of: func(x float64) (float64, bool) { return math.Asinh(x), true }})
	steps, err := prepare.Parse(prepare.Options{Log: "asinh"})
	if err != nil {
		fmt.Println(err)
		return
	}
	raw := &data.Raw{Inputs: []string{"current"}, Recordings: []*data.Recording{{Name: "day", Rows: 2, X: []float64{-0.75, 0.75}}}}
	for _, step := range steps {
		if err := step.Apply(context.Background(), raw, &memory{}); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%.4f, %s\n", raw.Recordings[0].X, raw.Prepared[0])
	// Output:
	// [-0.6931 0.6931], arsinh(x) of all inputs
}

// Windows of three values, two apart, of a series.
func ExampleEmbedding() {
	e, err := prepare.ParseEmbedding("l=3,epsilon=2,delta=1")
	if err != nil {
		fmt.Println(err)
		return
	}
	series := &data.Recording{Rows: 7, X: []float64{0, 1, 2, 3, 4, 5, 6}}
	n := e.Windows(series.Rows)
	x := mat.NewDense(n, e.Width(), nil)
	if err := e.CopyWindows(context.Background(), x, 0, series, n, 1); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Names([]string{"x"}))
	fmt.Println(mat.Formatted(x))
	// Output:
	// [x[0] x[2] x[4]]
	// ⎡0  2  4⎤
	// ⎢1  3  5⎥
	// ⎣2  4  6⎦
}
