package machines_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/mat"
)

func Example_supportVectors() {
	// Of the margin between −1 and 1 only two of four samples decide.
	x := mat.NewDense(4, 1, []float64{-3, -1, 1, 2})
	f, s, err := machines.SupportClasses(context.Background(), x, []float64{-1, -1, 1, 1}, kernel.Linear{}, machines.SupportOptions{C: 10})
	fmt.Printf("coefficients %.2f, objective %.2f %v\n", s.Beta, s.Objective, err)
	out := make([]float64, 2)
	f.Apply(out, mat.NewDense(2, 1, []float64{-2, 0.5}))
	fmt.Printf("%.2f\n", out)
	// Output:
	// coefficients [0.00 -0.50 0.50 0.00], objective -0.50 <nil>
	// [-2.00 0.50]
}
