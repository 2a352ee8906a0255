package eigen_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/mat"
)

func ExampleSym() {
	a := mat.NewSymDense(2, []float64{2, 1, 1, 2})
	values, vectors, err := eigen.Sym(context.Background(), a)
	x := vectors.ColView(0)
	fmt.Printf("%.3f %v, the first one orthogonal to (1, 1): %t\n", values, err, x.AtVec(0)+x.AtVec(1) < 1e-15)
	// Output: [1.000 3.000] <nil>, the first one orthogonal to (1, 1): true
}
