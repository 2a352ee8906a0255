package codes_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/codes"
	"gonum.org/v1/gonum/mat"
)

func ExampleMultiplicativeParts() {
	// Samples are sums of two parts that do not overlap.
	x := mat.NewDense(3, 4, []float64{2, 2, 0, 0, 0, 0, 3, 3, 1, 1, 1, 1})
	a := mat.NewDense(3, 2, []float64{1, 1, 1, 1, 1, 1})
	parts := mat.NewDense(2, 4, []float64{2, 2, 1, 1, 1, 1, 2, 2})
	loss, err := codes.MultiplicativeParts(context.Background(), x, a, parts, codes.Squared, 100)
	fmt.Printf("loss from %.1f to %.1f %v\n", loss[0], loss[100], err)
	// The code of a further sample, in parts that are given.
	given := mat.NewDense(2, 4, []float64{1, 1, 0, 0, 0, 0, 1, 1})
	code := mat.NewDense(1, 2, nil)
	err = codes.CodeParts(context.Background(), code, mat.NewDense(1, 4, []float64{5, 5, 0, 0}), given, 0)
	fmt.Printf("%.1f %v\n", mat.Formatted(code), err)
	// Output:
	// loss from 54.0 to 0.0 <nil>
	// [5.0  0.0] <nil>
}
