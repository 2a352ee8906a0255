package predictable_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"example.com/sfatui/engine/predictable"
	"gonum.org/v1/gonum/mat"
)

// Of a sine and noise, both of unit variance, the sine is predicted.
func ExamplePFA() {
	rnd := rand.New(rand.NewPCG(1, 1))
	const n = 4000
	z := mat.NewDense(n, 2, nil)
	for t := range n {
		z.SetRow(t, []float64{rnd.NormFloat64(), math.Sqrt2 * math.Sin(2*math.Pi*float64(t)/40)})
	}
	f, err := predictable.PFA(context.Background(), z, []int{n}, 2, 0, 1)
	fmt.Printf("%.2f of the noise, %.2f of the sine, %v\n", math.Abs(f.R.At(0, 0)), math.Abs(f.R.At(1, 0)), err)
	// Output: 0.00 of the noise, 1.00 of the sine, <nil>
}
