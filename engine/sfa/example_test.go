package sfa_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// Two inputs mix a slow and a fast sine; the slowest feature is the slow one.
func ExampleWhitened_Rotate() {
	ctx := context.Background()
	const n = 1000
	x := mat.NewDense(n, 2, nil)
	for t := range n {
		slow, fast := math.Sin(2*math.Pi*float64(t)/n), math.Sin(2*math.Pi*50*float64(t)/n)
		x.SetRow(t, []float64{slow + fast, slow - 2*fast})
	}
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: 2}, x, []int{n}))
	if err != nil {
		fmt.Println(err)
		return
	}
	white, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := white.Rotate(ctx, 0, 2)
	fmt.Printf("slowness %.3f, weights in the ratio %.2f, %v\n", f.Value, f.A.At(0, 0)/f.A.At(1, 0), err)
	// Output: slowness [0.000 0.098], weights in the ratio 2.00, <nil>
}
