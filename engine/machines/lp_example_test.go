package machines_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/mat"
)

func Example_linearProgram() {
	// w₀ + w₁ ≥ 1 and w₀ + 3w₁ ≥ 3: one weight is enough.
	s, err := (&machines.LinearProgram{X: mat.NewDense(2, 2, []float64{1, 1, 1, 3}), Right: []float64{1, 3}}).Solve(context.Background())
	fmt.Println(s.W, s.Objective, err)
	// Output: [0 1] 1 <nil>
}
