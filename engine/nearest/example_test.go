package nearest_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/nearest"
	"gonum.org/v1/gonum/mat"
)

func ExamplePoints_Others() {
	points := nearest.New(mat.NewDense(4, 1, []float64{0, 1, 3, 7}))
	neighbours, err := points.Others(context.Background(), 2)
	fmt.Println(neighbours, err)
	// Output: [[1 2] [0 2] [1 0] [2 1]] <nil>
}
