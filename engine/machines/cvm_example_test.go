package machines_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/mat"
)

func Example_coreVectors() {
	// The border lies at the corners of a square, but for 1/4C: the middle is known, what is far away is new.
	x := mat.NewDense(4, 2, []float64{1, 0, 0, 1, -1, 0, 0, -1})
	m, err := machines.CoreNovelty(context.Background(), x, kernel.Gaussian{Sigma: 1}, 100, machines.CoreOptions{Epsilon: 1e-6})
	fmt.Printf("%d core samples, weights %.2f %v\n", len(m.Core), m.Alpha, err)
	out := make([]float64, 3)
	m.Apply(out, mat.NewDense(3, 2, []float64{1, 0, 0, 0, 3, 3}))
	fmt.Printf("%.3f\n", out)
	// Output:
	// 4 core samples, weights [0.25 0.25 0.25 0.25] <nil>
	// [-0.003 0.136 -0.470]
}
