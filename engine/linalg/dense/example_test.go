package dense_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// The second row is twice the first one and is dropped.
func ExampleCholeskyInOrder() {
	a := mat.NewSymDense(3, []float64{
		4, 8, 2,
		8, 16, 4,
		2, 4, 10,
	})
	l, kept, err := dense.CholeskyInOrder(context.Background(), a, 1e-12)
	fmt.Println(kept, err)
	fmt.Println(mat.Formatted(l))
	// Output:
	// [0 2] <nil>
	// ⎡2  0⎤
	// ⎣1  3⎦
}

func ExampleSyrkAdd() {
	c := dense.NewSym(2)
	dense.SyrkAdd(c, 0.5, mat.NewDense(3, 2, []float64{1, 2, 1, 0, 2, 2}))
	fmt.Println(mat.Formatted(c))
	// Output:
	// ⎡3  3⎤
	// ⎣3  4⎦
}
