package symbol_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/symbol"
	"gonum.org/v1/gonum/mat"
)

// Numbers become the letters of their quarters.
func ExampleFit() {
	x := mat.NewDense(8, 1, []float64{3, 1, 4, 1.5, 9, 2.6, 5, 3.5})
	a, err := symbol.Fit(context.Background(), at("sax:4"), x)
	if err != nil {
		panic(err)
	}
	fmt.Println(mat.Col(nil, 0, written(a, x)))
	// Output: [1 0 2 0 3 1 3 2]
}
