package gaussianprocess_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/gaussianprocess"
	"gonum.org/v1/gonum/mat"
)

// A process interpolates between samples and returns to the mean far from them.
func Example() {
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	prior := gaussianprocess.Prior{
		Terms: []gaussianprocess.Term{{Shape: gaussianprocess.Gaussian, Length: 1, Signal: 1}},
		Noise: 0.1,
	}
	p, err := gaussianprocess.Condition(context.Background(), prior, x, []float64{0, 0.8, 0.9})
	if err != nil {
		panic(err)
	}
	mean, variance, err := p.Predict(context.Background(), mat.NewDense(2, 1, []float64{1.5, 20}))
	if err != nil {
		panic(err)
	}
	for i := range mean {
		fmt.Printf("%.3f ± %.3f\n", mean[i], math.Sqrt(variance[i]))
	}
	// Output:
	// 0.975 ± 0.158
	// 0.000 ± 1.000
}
