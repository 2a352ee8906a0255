package sfm_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/sfm"
	"gonum.org/v1/gonum/mat"
)

func Example() {
	// The second of three inputs tells the classes apart.
	x := mat.NewDense(4, 3, []float64{1, 2, 0, -1, 2, 1, 1, -2, 1, -1, -2, 0})
	m, err := sfm.Train(context.Background(), x, []float64{1, 1, -1, -1}, sfm.Options{C: math.Inf(1)})
	fmt.Println(m.W, m.Size, err)
	// Output: [0 0.25 0] 1 <nil>
}
