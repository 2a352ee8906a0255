package codes_test

import (
	"fmt"

	"example.com/sfatui/engine/codes"
	"gonum.org/v1/gonum/mat"
)

// A sample of two atoms is written as their sum.
func ExampleCoder() {
	coder := codes.NewCoder(mat.NewDense(3, 2, []float64{
		1, 0,
		0, 1,
		0.6, 0.8,
	}))
	code := make([]float64, 3)
	chosen, residual := coder.OMP(code, []float64{3, 4}, 2, 1e-12)
	fmt.Printf("atoms %v, code %.1f, what is left %.0f\n", chosen, code, residual)
	// Output: atoms [2], code [0.0 0.0 5.0], what is left 0
}
