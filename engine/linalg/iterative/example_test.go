package iterative_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/iterative"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func ExampleLowest() {
	a := mat.NewSymDense(3, []float64{2, -1, 0, -1, 2, -1, 0, -1, 2})
	values, _, err := iterative.Lowest(context.Background(), a, 2)
	fmt.Printf("%.4f %v\n", values, err)
	// Output: [0.5858 2.0000] <nil>
}

// An operator is any function that multiplies the rows of x by a symmetric positive
// semidefinite matrix.
func ExampleLargest() {
	const n = 200
	multiply := func(_ context.Context, x blas64.General) error {
		for i := range x.Rows {
			for j := range n {
				x.Data[i*x.Stride+j] *= 1 / float64(1+j)
			}
		}
		return nil
	}
	largest, err := iterative.Largest(context.Background(), n, nil, multiply)
	fmt.Printf("%.1f %v\n", largest, err)
	// Output: 1.0 <nil>
}
