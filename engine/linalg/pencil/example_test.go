package pencil_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/pencil"
	"gonum.org/v1/gonum/mat"
)

func ExampleMetric_Lowest() {
	ctx := context.Background()
	b := mat.NewSymDense(2, []float64{3, 0, 0, 1})
	c := mat.NewSymDense(2, []float64{1, 0, 0, 4})
	metric, err := pencil.NewMetric(ctx, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	values, vectors, err := metric.Lowest(ctx, b, 1)
	fmt.Printf("%.2f %v %.1f\n", values, err, mat.Norm(vectors, 2)) // aᵀCa = 1
	// Output: [0.25] <nil> 0.5
}
