package readout_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/readout"
	"gonum.org/v1/gonum/mat"
)

// A readout is trained on the features of the training part, and gives one
// discriminant a class for others.
func ExampleLeastSquares() {
	train := mat.NewDense(6, 1, []float64{-3, -2, -2.5, 2, 3, 2.5})
	model, err := readout.LeastSquares(context.Background(), train, []int{0, 0, 0, 1, 1, 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", mat.Formatted(model.Discriminants(mat.NewDense(2, 1, []float64{-1, 4}))))
	// Output:
	// ⎡ 0.69   0.31⎤
	// ⎣-0.28   1.28⎦
}
