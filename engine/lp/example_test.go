package lp_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/lp"
	"gonum.org/v1/gonum/mat"
)

func Example() {
	// w₀ + w₁ ≥ 1 and w₀ + 3w₁ ≥ 3: one weight is enough.
	s, err := (&lp.Problem{X: mat.NewDense(2, 2, []float64{1, 1, 1, 3}), Right: []float64{1, 3}}).Solve(context.Background())
	fmt.Println(s.W, s.Objective, err)
	// Output: [0 1] 1 <nil>
}
