package moments_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

func ExampleStream() {
	x := mat.NewDense(4, 1, []float64{1, 3, 1, 3})
	values := moments.NewValues(space.Linear{D: 1}, x, []int{2, 2}) // two segments
	m, err := moments.Stream(context.Background(), values)
	fmt.Printf("mean %g, C %.2f, Ċ %.2f of %d pairs, %v\n", m.Mean[0], m.C.At(0, 0), m.Cdot.At(0, 0), m.Pairs, err)
	// Output: mean 2, C 1.00, Ċ 4.00 of 2 pairs, <nil>
}
