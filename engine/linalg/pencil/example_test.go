package pencil_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/linalg/pencil"
	"gonum.org/v1/gonum/mat"
)

// The eigenvalues of a pencil are those of the reduced matrix, its eigenvectors are restored.
func ExampleMetric_Reduce() {
	ctx := context.Background()
	b := mat.NewSymDense(2, []float64{3, 0, 0, 1})
	c := mat.NewSymDense(2, []float64{1, 0, 0, 4})
	metric, err := pencil.NewMetric(ctx, c)
	if err != nil {
		fmt.Println(err)
		return
	}
	reduced, err := metric.Reduce(ctx, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	values, vectors, err := iterative.Lowest(ctx, reduced, 1)
	if err == nil {
		err = metric.Restore(ctx, vectors)
	}
	fmt.Printf("%.2f %v %.1f\n", values, err, mat.Norm(vectors, 2)) // aᵀCa = 1
	// Output: [0.25] <nil> 0.5
}
