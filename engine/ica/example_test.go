package ica_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/ica"
	"gonum.org/v1/gonum/mat"
)

// Two independent uniform sources, turned by 30°, are turned back.
func ExampleRotate() {
	rnd := rand.New(rand.NewPCG(1, 1))
	const n = 5000
	c, s := math.Cos(math.Pi/6), math.Sin(math.Pi/6)
	phi := mat.NewDense(n, 2, nil)
	for t := range n {
		a, b := math.Sqrt(12)*(rnd.Float64()-0.5), math.Sqrt(12)*(rnd.Float64()-0.5)
		phi.SetRow(t, []float64{c*a - s*b, s*a + c*b})
	}
	r, _, err := ica.Rotate(context.Background(), phi, 1)
	fmt.Printf("%.1f of the sources in the features, %v\n", math.Abs(c*r.At(0, 0)+s*r.At(1, 0))+math.Abs(-s*r.At(0, 0)+c*r.At(1, 0)), err)
	// Output: 1.0 of the sources in the features, <nil>
}
