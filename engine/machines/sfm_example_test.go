package machines_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/mat"
)

func Example_supportFeatures() {
	// The second of three inputs separates the classes.
	x := mat.NewDense(4, 3, []float64{1, 2, 0, -1, 2, 1, 1, -2, 1, -1, -2, 0})
	m, err := machines.TrainFeatures(context.Background(), x, []float64{1, 1, -1, -1}, machines.FeatureOptions{C: math.Inf(1)})
	fmt.Println(m.W, m.Size, err)
	// Output: [0 0.25 0] 1 <nil>
}
